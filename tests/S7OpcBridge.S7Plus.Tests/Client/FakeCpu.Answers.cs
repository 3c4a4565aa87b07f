using S7OpcBridge.S7Plus.Frames;
using S7OpcBridge.S7Plus.Messages;
using S7OpcBridge.S7Plus.Objects;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Tests.Client;

internal sealed partial class FakeCpu
{
    private byte[]? Take(ReadOnlySpan<byte> message, Dictionary<bool, uint> counters)
    {
        var from = new PlusReader(message);
        var head = PlusRequestHead.Read(ref from);
        Requests.Enqueue(head);
        if (Instead?.Invoke(head) is { } other)
            return other;
        switch (head.Function)
        {
            case PlusFunction.CreateObject:
                return Create(head, ref from);
            case PlusFunction.SetMultiVariables:
                return Write(head, ref from);
            case PlusFunction.GetMultiVariables:
                return Read(head, ref from, counters);
            case PlusFunction.GetVarSubStreamed:
                var (_, attribute, id) = SingleVariable.ReadGetRequest(ref from);
                return Answer(
                    head,
                    to =>
                    {
                        to.Vlq64(0);
                        to.Byte(0);
                        PlusValue.UDInt(attribute == PlusIds.ProtectionLevel ? 1u : 0).Write(to);
                        to.Vlq(head.Sequence + id);
                        to.UInt32(0);
                    }
                );
            case PlusFunction.SetVariable:
                Sets.Enqueue(SingleVariable.ReadSetRequest(ref from));
                return head.Flags == TransportFlags.NoAnswer ? null : Answer(head, to => to.UInt32(0));
            case PlusFunction.Explore:
                var explore = Explore.ReadRequest(ref from);
                return Objects.TryGetValue(explore.Object, out var found)
                    ? Answer(head, to => Explore.WriteAnswer(to, explore.Object, head.Sequence + explore.Integrity, found))
                    : Answer(
                        head,
                        to =>
                        {
                            to.Vlq64(0x8009_8900_12CB_FFF4);
                            to.UInt32(0);
                        }
                    );
            case PlusFunction.DeleteObject:
                var (target, _) = ObjectLife.ReadDeleteRequest(ref from);
                Deleted.Enqueue(target);
                return Answer(
                    head,
                    to =>
                    {
                        to.Vlq64(0);
                        to.UInt32(target);
                        to.UInt32(0);
                    }
                );
            default:
                Complaints.Enqueue($"unexpected {head.Function}");
                return null;
        }
    }

    private byte[] Create(PlusRequestHead head, ref PlusReader from)
    {
        var (_, what, _) = ObjectLife.ReadCreateRequest(ref from, hasIntegrity: head.Session != PlusIds.NullSession);
        var first = ++_lastObject;
        var second = ++_lastObject;
        if (what.Class == PlusIds.SubscriptionClass)
            Subscriptions.Enqueue((first, what));
        return Answer(
            head,
            to =>
            {
                to.Vlq64(0);
                to.Byte(2);
                to.Vlq(first);
                to.Vlq(second);
                if (what.Class == PlusIds.SessionClass)
                    Session().Write(to);
                to.UInt32(0);
            }
        );
    }

    private static PlusObject Session()
    {
        var session = new PlusObject { Rid = PlusIds.NullSession, Class = PlusIds.SessionClass };
        session.Attributes.Add(
            new PlusMember(
                PlusIds.SessionVersion,
                PlusValue.Struct(
                    PlusIds.SessionVersionStruct,
                    new PlusMember(315, PlusValue.UDInt(0x240)),
                    new PlusMember(PlusIds.SessionProject, PlusValue.UDInt(0x240)),
                    new PlusMember(PlusIds.SessionPlc, PlusValue.WString("1;6ES7 512-1DM03-0AB0;V4.1"))
                )
            )
        );
        return session;
    }

    private byte[] Read(PlusRequestHead head, ref PlusReader from, Dictionary<bool, uint> counters)
    {
        var (_, items, _, integrity) = GetMultiVariables.ReadRequest(ref from);
        if (integrity < counters[false])
            Complaints.Enqueue($"integrity id {integrity} after {counters[false]}");
        counters[false] = integrity;
        if (items.Length > MostItems)
            return Answer(
                head,
                to =>
                {
                    to.Vlq64(0xA027_A600_0054_FFFC);
                    to.Byte(0);
                    to.Byte(0);
                    to.Vlq(head.Sequence + integrity);
                    to.UInt32(0);
                }
            );
        return Answer(
            head,
            to =>
            {
                var failed = items.Any(item => !Values.ContainsKey(item));
                to.Vlq64(failed ? 19ul : 0);
                for (var i = 0; i < items.Length; i++)
                {
                    if (!Values.TryGetValue(items[i], out var value))
                        continue;
                    to.Vlq((uint)i + 1);
                    value.Write(to);
                }
                to.Byte(0);
                for (var i = 0; i < items.Length; i++)
                {
                    if (Values.ContainsKey(items[i]))
                        continue;
                    to.Vlq((uint)i + 1);
                    to.Vlq64(Errors.GetValueOrDefault(items[i], 0x8009_8900_12CB_FFEFul));
                }
                to.Byte(0);
                to.Vlq(head.Sequence + integrity);
                to.UInt32(0);
            }
        );
    }

    private byte[] Write(PlusRequestHead head, ref PlusReader from)
    {
        var (target, items, _, values) = SetMultiVariables.ReadRequest(ref from);
        var integrity = target == 0 ? from.Vlq32() : 0;
        var errors = new List<uint>();
        for (var i = 0; i < items.Length; i++)
        {
            if (Values.ContainsKey(items[i]))
                Values[items[i]] = values[i]!;
            else
                errors.Add((uint)i + 1);
        }
        return Answer(
            head,
            to =>
            {
                to.Vlq64(errors.Count > 0 ? 19ul : 0);
                foreach (var number in errors)
                {
                    to.Vlq(number);
                    to.Vlq64(0x8009_8900_12CB_FFEF);
                }
                to.Byte(0);
                if (target == 0)
                    to.Vlq(head.Sequence + integrity);
                to.UInt32(0);
            }
        );
    }
}
