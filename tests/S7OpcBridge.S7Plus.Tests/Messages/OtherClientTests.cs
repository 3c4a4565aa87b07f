using S7OpcBridge.S7Plus.Client;
using S7OpcBridge.S7Plus.Frames;
using S7OpcBridge.S7Plus.Messages;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Tests.Messages;

/// <summary>Our requests are, byte for byte, those of another client that works on hardware.</summary>
public sealed class OtherClientTests
{
    private const uint Session = 0x7000_0E43;
    private const uint Db10 = 0x8A0E_000A;

    [Test]
    public void The_session_is_made_with_the_same_bytes()
    {
        var body = ObjectLife.CreateSession();
        Compare(OtherClient.CreateSession, new PlusRequestHead(body.Function, 2, PlusIds.NullSession, body.Flags), body, null);
    }

    [Test]
    public void The_session_is_set_up_with_the_same_bytes()
    {
        var version = PlusValue.Struct(
            PlusIds.SessionVersionStruct,
            new PlusMember(315, PlusValue.UDInt(0x200)),
            new PlusMember(PlusIds.SessionProject, PlusValue.UDInt(0x200)),
            new PlusMember(317, PlusValue.UDInt(0x2100)),
            new PlusMember(318, PlusValue.UDInt(0x2100)),
            new PlusMember(PlusIds.SessionPlc, PlusValue.WString("1;6ES7 512-1DM03-0AB0;V4.1")),
            new PlusMember(320, PlusValue.WString("2;1082")),
            new PlusMember(321, PlusValue.UInt(3))
        );
        Compare(
            OtherClient.SetupSession,
            Head(PlusFunction.SetMultiVariables, 3),
            SetMultiVariables.CompleteSetup(Session, PlusIds.SessionVersion, version),
            null
        );
    }

    [Test]
    public void Limits_are_read_with_the_same_bytes()
    {
        S7PlusAddress[] limits =
        [
            .. new uint[] { 1000, 1001, 0, 1, 2 }.Select(lid => new S7PlusAddress(PlusIds.Root, PlusIds.SystemLimits, [lid])),
        ];
        Compare(OtherClient.ReadLimits, Head(PlusFunction.GetMultiVariables, 4), GetMultiVariables.Request(limits), 1);
    }

    [Test]
    public void The_protection_level_is_read_with_the_same_bytes() =>
        Compare(OtherClient.ReadLevel, Head(PlusFunction.GetVarSubStreamed, 5), SingleVariable.Get(Session, PlusIds.ProtectionLevel), 2);

    [Test]
    public void Blocks_and_types_are_explored_with_the_same_bytes()
    {
        Compare(
            OtherClient.ExploreBlocks,
            Head(PlusFunction.Explore, 6),
            Explore.Request(PlusIds.PlcProgram, [PlusIds.Name], PlusIds.DbClass),
            3
        );
        Compare(
            OtherClient.ReadTypeOfBlock,
            Head(PlusFunction.GetMultiVariables, 7),
            GetMultiVariables.Request([new S7PlusAddress(Db10, PlusIds.DbValues, [1])]),
            4
        );
        Compare(OtherClient.ExploreType, Head(PlusFunction.Explore, 8), Explore.Request(0x920E_000A, []), 5);
    }

    [Test]
    public void Symbols_are_read_with_the_same_bytes()
    {
        S7PlusAddress[] items =
        [
            At([9, 9], ("State", S7PlusType.Struct), ("Running", S7PlusType.Bool)),
            At([9, 11], ("State", S7PlusType.Struct), ("Speed", S7PlusType.Real)),
            At([10], ("Count", S7PlusType.DInt)),
            At([11], ("Name", S7PlusType.String)),
            At([12, 3]),
            At([14, 1, 1, 9]),
            At([13, 11]),
            At([16, 4]),
        ];
        Compare(OtherClient.ReadEightItems, Head(PlusFunction.GetMultiVariables, 11), GetMultiVariables.Request(items), 8);
    }

    [Test]
    public void A_value_is_written_with_the_same_bytes()
    {
        var job = new S7PlusWriteJob([new S7PlusItem(At([10], ("Count", S7PlusType.DInt)), new S7PlusShape(S7PlusType.DInt))]);
        job.SetData(0, [0, 0, 0x12, 0x67]);
        job.Build([]);
        Compare(OtherClient.WriteOneItem, Head(PlusFunction.SetMultiVariables, 12), job.Body, 1);
    }

    [Test]
    public void A_subscription_is_made_with_the_same_bytes()
    {
        var shape = new S7PlusShape(S7PlusType.DInt);
        S7PlusItem[] items =
        [
            new(At([9, 9], ("State", S7PlusType.Struct), ("Running", S7PlusType.Bool)), shape),
            new(At([9, 11], ("State", S7PlusType.Struct), ("Speed", S7PlusType.Real)), shape),
            new(At([10], ("Count", S7PlusType.DInt)), shape),
        ];
        var what = PlusSubscriptionRequests.Describe(0x7FFF_C001, items, new S7PlusSubscriptionOptions { Credit = 10, EveryCycle = true });
        Compare(OtherClient.Subscribe, Head(PlusFunction.CreateObject, 13), ObjectLife.Create(Session + 1, what), 2);
    }

    private static PlusRequestHead Head(PlusFunction function, ushort sequence) => new(function, sequence, Session, TransportFlags.Request);

    private static void Compare(string captured, PlusRequestHead head, RequestBody body, uint? integrity) =>
        Assert.That(Convert.ToHexString(Hex.Assemble(head, body, integrity)), Is.EqualTo(captured));

    private static S7PlusAddress At(uint[] lids, params (string Name, S7PlusType Type)[] path)
    {
        var crc = new SymbolCrc();
        foreach (var (name, type) in path)
            crc.Add(name, type);
        return new S7PlusAddress(Db10, PlusIds.DbValues, lids, crc.Value);
    }
}
