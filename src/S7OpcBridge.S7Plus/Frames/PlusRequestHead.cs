using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Frames;

/// <summary>The first 14 bytes of a request: <c>31 0000 function(2) 0000 sequence(2) session(4) flags</c>.</summary>
internal readonly record struct PlusRequestHead(PlusFunction Function, ushort Sequence, uint Session, byte Flags)
{
    public const int Length = 14;

    public void Write(PlusWriter to)
    {
        to.Byte((byte)PlusOpcode.Request);
        to.UInt16(0);
        to.UInt16((ushort)Function);
        to.UInt16(0);
        to.UInt16(Sequence);
        to.UInt32(Session);
        to.Byte(Flags);
    }

    public static PlusRequestHead Read(ref PlusReader from)
    {
        var opcode = from.Byte();
        if (opcode != (byte)PlusOpcode.Request)
            throw new S7PlusProtocolException($"Broken request: it begins with opcode {opcode:X2}.");
        from.UInt16();
        var function = (PlusFunction)from.UInt16();
        from.UInt16();
        return new PlusRequestHead(function, from.UInt16(), from.UInt32(), from.Byte());
    }
}

/// <summary>The first 10 bytes of an answer: <c>32 0000 function(2) 0000 sequence(2) flags</c>.</summary>
internal readonly record struct AnswerHead(PlusFunction Function, ushort Sequence, byte Flags)
{
    public void Write(PlusWriter to)
    {
        to.Byte((byte)PlusOpcode.Answer);
        to.UInt16(0);
        to.UInt16((ushort)Function);
        to.UInt16(0);
        to.UInt16(Sequence);
        to.Byte(Flags);
    }

    /// <summary>Reads the header of an answer; the opcode may also be <see cref="PlusOpcode.Unasked"/>.</summary>
    public static AnswerHead Read(ref PlusReader from)
    {
        from.Byte();
        from.UInt16();
        var function = (PlusFunction)from.UInt16();
        from.UInt16();
        return new AnswerHead(function, from.UInt16(), from.Byte());
    }
}
