using S7OpcBridge.S7Plus.Frames;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Messages;

/// <summary>Reads (GetVarSubStreamed) or writes (SetVariable) one attribute of one object.</summary>
internal static class SingleVariable
{
    /// <summary>Request: <c>object(4), 20 04 01, attribute, qualifier, 1(2), integrity id, 0(4)</c>.</summary>
    public static RequestBody Get(uint target, uint attribute)
    {
        var to = new PlusWriter();
        to.UInt32(target);
        PlusValue.UDIntArray([attribute], ValueFlags.AddressArray).Write(to);
        ObjectQualifier.Write(to);
        to.UInt16(1);
        return new RequestBody(PlusFunction.GetVarSubStreamed, to.ToArray(), RequestBody.End);
    }

    /// <summary>Request: <c>object(4), 1, attribute, value, qualifier, 0, integrity id, 0(4)</c>.</summary>
    public static RequestBody Set(uint target, uint attribute, PlusValue value)
    {
        var to = new PlusWriter();
        to.UInt32(target);
        to.Vlq(1);
        to.Vlq(attribute);
        value.Write(to);
        ObjectQualifier.Write(to);
        to.Byte(0);
        return new RequestBody(PlusFunction.SetVariable, to.ToArray(), RequestBody.End);
    }

    /// <summary>
    /// Reads a GetVarSubStreamed answer after its header: <c>return value, [0], value, integrity id</c>. A 1512SP with firmware 2.6 leaves the zero out, all
    /// others that were seen send it.
    /// </summary>
    public static (S7PlusReturnValue Result, PlusValue? Value) ReadGetAnswer(ref PlusReader from)
    {
        var result = new S7PlusReturnValue(from.Vlq64());
        if (result.IsError)
            return (result, null);
        SkipToValue(ref from);
        return (result, PlusValue.Read(ref from));
    }

    /// <summary>Skips the zero in front of the value, where there is one.</summary>
    public static void SkipToValue(ref PlusReader from)
    {
        if (IsBeforeValue(from))
            from.Byte();
    }

    // A zero that is the flags of a value is followed by a type and its content: of the types that are read in this way none looks like flags and a type.
    private static bool IsBeforeValue(PlusReader from)
    {
        if (from.Left < 3 || from.Byte() != 0)
            return false;
        var flags = from.Byte() & ~ValueFlags.Always;
        return flags is 0 or ValueFlags.Array or ValueFlags.AddressArray or ValueFlags.SparseArray && from.Byte() <= (byte)WireType.Struct;
    }

    /// <summary>Reads a GetVarSubStreamed request after its header.</summary>
    public static (uint Object, uint Attribute, uint Integrity) ReadGetRequest(ref PlusReader from)
    {
        var target = from.UInt32();
        var attributes = PlusValue.Read(ref from).Numbers;
        if (attributes.Length != 1)
            throw new S7PlusProtocolException($"Broken request: GetVarSubStreamed of {attributes.Length} attributes.");
        ObjectQualifier.Skip(ref from);
        from.UInt16();
        return (target, (uint)attributes[0], from.Vlq32());
    }

    /// <summary>Reads a SetVariable request after its header.</summary>
    public static (uint Object, uint Attribute, PlusValue Value) ReadSetRequest(ref PlusReader from)
    {
        var target = from.UInt32();
        from.Vlq32();
        return (target, from.Vlq32(), PlusValue.Read(ref from));
    }
}
