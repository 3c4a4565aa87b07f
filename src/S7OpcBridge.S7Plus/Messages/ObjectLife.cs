using S7OpcBridge.S7Plus.Frames;
using S7OpcBridge.S7Plus.Objects;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Messages;

/// <summary>
/// Creates (CreateObject) and deletes (DeleteObject) objects: the session, subscriptions. CreateObject: <c>parent(4), value, 0(4), [integrity id], object,
/// 0(4)</c>; its answer: <c>return value, count(1), ids, object</c>. DeleteObject: <c>object(4), 0, qualifier, integrity id, 0(4)</c>; its answer: <c>return
/// value, object(4)</c>.
/// </summary>
internal static class ObjectLife
{
    private const uint ClientRid = 0x80C3_C901;

    /// <summary>The first request inside TLS.</summary>
    public static RequestBody CreateSession()
    {
        var session = new PlusObject { Rid = PlusIds.NewRidOnServer, Class = PlusIds.SessionClass };
        session.Attributes.Add(new PlusMember(PlusIds.ClientRid, PlusValue.Rid(ClientRid)));
        session.Children.Add(new PlusObject { Rid = PlusIds.NewRidOnServer, Class = PlusIds.SubscriptionsClass });
        var body = Create(PlusIds.SessionContainer, session);
        return body with { HasIntegrity = false, Flags = TransportFlags.CreateSession, Version = PlusFrame.Version1 };
    }

    public static RequestBody Create(uint parent, PlusObject what)
    {
        var before = new PlusWriter();
        before.UInt32(parent);
        PlusValue.UDInt(0).Write(before);
        before.UInt32(0);
        var after = new PlusWriter();
        what.Write(after);
        after.Bytes(RequestBody.End);
        return new RequestBody(PlusFunction.CreateObject, before.ToArray(), after.ToArray());
    }

    public static RequestBody Delete(uint target)
    {
        var to = new PlusWriter();
        to.UInt32(target);
        to.Byte(0);
        ObjectQualifier.Write(to);
        return new RequestBody(PlusFunction.DeleteObject, to.ToArray(), RequestBody.End);
    }

    /// <summary>Reads a CreateObject answer after its header. After an error the object and its id may exist all the same.</summary>
    public static (S7PlusReturnValue Result, uint[] Ids, PlusObject? Object) ReadCreateAnswer(ref PlusReader from)
    {
        var result = new S7PlusReturnValue(from.Vlq64());
        if (from.Left < 1)
            return (result, [], null);
        var ids = new uint[from.Byte()];
        for (var i = 0; i < ids.Length; i++)
            ids[i] = from.Vlq32();
        return (result, ids, PlusObject.IsNext(from) ? PlusObject.Read(ref from) : null);
    }

    /// <summary>Reads a CreateObject request after its header.</summary>
    /// <param name="from">Afterwards after the object.</param>
    /// <param name="hasIntegrity">False for the request that creates the session.</param>
    public static (uint Parent, PlusObject Object, uint Integrity) ReadCreateRequest(ref PlusReader from, bool hasIntegrity)
    {
        var parent = from.UInt32();
        ValueSkip.Skip(ref from);
        from.UInt32();
        var integrity = hasIntegrity ? from.Vlq32() : 0;
        return (parent, PlusObject.Read(ref from), integrity);
    }

    /// <summary>Reads a DeleteObject request after its header.</summary>
    public static (uint Object, uint Integrity) ReadDeleteRequest(ref PlusReader from)
    {
        var target = from.UInt32();
        from.Byte();
        ObjectQualifier.Skip(ref from);
        return (target, from.Vlq32());
    }
}
