CLASSIC = OPEN_FACE = NONE = ((0,), (0,), (0,))
