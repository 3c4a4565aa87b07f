namespace S7OpcBridge.S7Plus.Frames;

/// <summary>The function of a request and of its answer.</summary>
internal enum PlusFunction : ushort
{
    Error = 0x04B1,
    Explore = 0x04BB,
    CreateObject = 0x04CA,
    DeleteObject = 0x04D4,
    SetVariable = 0x04F2,
    GetVariable = 0x04FC,
    AddLink = 0x0506,
    RemoveLink = 0x051A,
    GetLink = 0x0524,
    SetMultiVariables = 0x0542,
    GetMultiVariables = 0x054C,
    BeginSequence = 0x0556,
    EndSequence = 0x0560,
    Invoke = 0x056B,
    SetVarSubStreamed = 0x057C,
    GetVarSubStreamed = 0x0586,
    GetVariablesAddress = 0x0590,
    Abort = 0x059A,
    Error2 = 0x05A9,
    InitSsl = 0x05B3,
}

/// <summary>The kind of a message.</summary>
internal enum PlusOpcode : byte
{
    /// <summary>The answer of old firmware to a request that wanted none.</summary>
    Unasked = 0x02,
    Request = 0x31,
    Answer = 0x32,
    Notification = 0x33,
}

/// <summary>The byte after the session id in a request.</summary>
internal static class TransportFlags
{
    public const byte InitSsl = 0x30;
    public const byte Request = 0x34;

    /// <summary>Flags of the CreateObject that creates the session; with 0x34 the CPU resets the connection.</summary>
    public const byte CreateSession = 0x36;

    /// <summary>The request is not answered.</summary>
    public const byte NoAnswer = 0x74;
}

/// <summary>Selects the counter of integrity ids that a function increments; a session has two.</summary>
internal static class IntegrityCounters
{
    /// <summary>True where the function changes something.</summary>
    public static bool IsSet(PlusFunction function) =>
        function
            is PlusFunction.SetMultiVariables
                or PlusFunction.SetVariable
                or PlusFunction.SetVarSubStreamed
                or PlusFunction.CreateObject
                or PlusFunction.DeleteObject;
}
