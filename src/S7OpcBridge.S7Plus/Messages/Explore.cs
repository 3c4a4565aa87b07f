using S7OpcBridge.S7Plus.Frames;
using S7OpcBridge.S7Plus.Objects;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Messages;

/// <summary>
/// Reads an object with everything below it. Request: <c>object(4), request id, recursive(1), 1, parents(1), [1, filter], 0, attribute ids, integrity id,
/// 0(5)</c>. Answer: <c>return value, object(4), integrity id, objects, 0(4)</c>.
/// </summary>
internal static class Explore
{
    private const int InstanceOf = 8;

    /// <param name="target">The object to begin with.</param>
    /// <param name="attributes">Requested attributes; none: all.</param>
    /// <param name="instancesOf">Only objects of this class; 0: all.</param>
    public static RequestBody Request(uint target, ReadOnlySpan<uint> attributes, uint instancesOf = 0)
    {
        var to = new PlusWriter();
        to.UInt32(target);
        to.Vlq(0);
        to.Byte(1);
        to.Byte(1);
        to.Byte(0);
        if (instancesOf != 0)
        {
            to.Byte(1);
            Filter(instancesOf).Write(to);
        }
        to.Byte(0);
        to.Vlq((uint)attributes.Length);
        foreach (var attribute in attributes)
            to.Vlq(attribute);
        return new RequestBody(PlusFunction.Explore, to.ToArray(), RequestBody.ExploreEnd);
    }

    /// <summary>Reads an answer after its header.</summary>
    public static (S7PlusReturnValue Result, uint Object, List<PlusObject> Objects) ReadAnswer(ref PlusReader from)
    {
        var result = new S7PlusReturnValue(from.Vlq64());
        if (result.IsError)
            return (result, 0, []);
        var target = from.UInt32();
        from.Vlq32();
        return (result, target, PlusObject.ReadAll(ref from));
    }

    /// <summary>Reads a request after its header.</summary>
    public static ExploreRequest ReadRequest(ref PlusReader from)
    {
        var target = from.UInt32();
        var id = from.Vlq32();
        var recursive = from.Byte() != 0;
        from.Byte();
        var parents = from.Byte() != 0;
        uint instancesOf = 0;
        if (from.Byte() == 1)
        {
            instancesOf = PlusValue.Read(ref from).Structure?[PlusIds.FilterClass]?.AsUInt32() ?? 0;
            from.Byte();
        }
        var attributes = new uint[from.Count()];
        for (var i = 0; i < attributes.Length; i++)
            attributes[i] = from.Vlq32();
        return new ExploreRequest(target, recursive, parents, instancesOf, attributes, from.Vlq32()) { RequestId = id };
    }

    public static void WriteAnswer(PlusWriter to, uint target, uint integrity, IEnumerable<PlusObject> objects)
    {
        to.Vlq64(0);
        to.UInt32(target);
        to.Vlq(integrity);
        foreach (var found in objects)
            found.Write(to);
        to.UInt32(0);
    }

    private static PlusValue Filter(uint instancesOf) =>
        PlusValue.Struct(
            PlusIds.FilterStruct,
            new PlusMember(PlusIds.FilterOperation, PlusValue.DInt(InstanceOf)),
            new PlusMember(PlusIds.FilterAddressCount, PlusValue.UDInt(0)),
            new PlusMember(PlusIds.FilterAddress, PlusValue.UDIntArray(new uint[32])),
            new PlusMember(PlusIds.FilterClass, PlusValue.Rid(instancesOf))
        );
}

/// <summary>The parameters of an Explore request.</summary>
internal sealed record ExploreRequest(uint Object, bool Recursive, bool Parents, uint InstancesOf, uint[] Attributes, uint Integrity)
{
    /// <summary>What of the object is asked for; 0: what is below it.</summary>
    public uint RequestId { get; init; }
}
