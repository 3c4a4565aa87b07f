using FsCheck;
using FsCheck.Fluent;
using S7OpcBridge.S7;
using S7OpcBridge.S7.Wire;
using S7OpcBridge.Simulator.Cpu;
using S7OpcBridge.Simulator.Services;
using S7OpcBridge.Simulator.Serving;

namespace S7OpcBridge.Simulator.Tests;

internal sealed class JobServerProperties
{
    private const int PduSize = 240;

    private readonly PlcMemory _memory = new();

    private JobServer MakeServer()
    {
        _memory.AddBlock(1, 600);
        var messages = new PlcMessages(static () => new DateTime(2026, 1, 1));
        return new JobServer(
            new PlcParts("P", CpuBehaviors.Generic, _memory, new PlcCpu(), messages, new PlcCounters(), TimeProvider.System)
        );
    }

    private static S7LinkState Negotiated() =>
        new()
        {
            IsConnected = true,
            PduSize = PduSize,
            TpduSize = 1024,
        };

    [Test]
    public void No_bytes_make_the_server_throw_anything_but_a_protocol_error_or_answer_beyond_the_PDU()
    {
        var server = MakeServer();
        // Half of the inputs start as real requests do, so that they get past the first checks.
        string[] heads =
        [
            "",
            "3201000000010 00E0000 0401",
            "32010000000100 0E0005 0501120A10",
            "3207000000010008 0008 000112041144 0100",
            "3207000000010008 0010 000112041144 0200 FF09000C",
            "3207000000010008 0010 000112041144 1300 FF09000C",
            "3207000000010008 0010 000112041144 0B00 FF09000C 0901",
            "3201000000010008 0000F0",
        ];
        var inputs =
            from head in Gen.Elements(heads)
            from tail in ArbMap.Default.GeneratorFor<byte[]>()
            select (byte[])[.. RawCaller.Bytes(head), .. tail];
        Prop.ForAll(
                inputs.ToArbitrary(),
                pdu =>
                {
                    var link = Negotiated();
                    try
                    {
                        // A setup among the bytes may negotiate up to what the CPU has.
                        return server.Serve(pdu, new byte[960], link, null) <= link.PduSize;
                    }
                    catch (S7ProtocolException)
                    {
                        return true;
                    }
                }
            )
            .Check(Config.QuickThrowOnFailure.WithMaxTest(5000));
    }

    [Test]
    public void A_read_of_any_ranges_gives_the_memory_or_is_refused_exactly_when_it_exceeds_the_PDU()
    {
        var server = MakeServer();
        using (var hold = _memory.Hold())
            new Random(7).NextBytes(hold.Block(1));
        var ranges =
            from start in Gen.Choose(0, 620)
            from length in Gen.Choose(1, 60)
            select new S7Range(S7Area.DataBlock, 1, start, length);
        Prop.ForAll(
                ranges.NonEmptyListOf().ToArbitrary(),
                list =>
                {
                    S7Range[] items = [.. list.Take(19)];
                    var request = new byte[ReadVar.RequestLength(items.Length)];
                    ReadVar.WriteRequest(request, 77, items);
                    var answer = new byte[PduSize];
                    var length = server.Serve(request, answer, Negotiated(), null);

                    var size = 14;
                    for (var i = 0; i < items.Length; i++)
                    {
                        var data = items[i].End <= 600 ? items[i].Length : 0;
                        size += 4 + data + (i < items.Length - 1 ? data & 1 : 0);
                    }

                    if (size > PduSize)
                        return length == S7Header.AckLength && answer[10] == 0x85;
                    return length == size && Matches(answer, items);
                }
            )
            .Check(Config.QuickThrowOnFailure.WithMaxTest(1000));
    }

    private bool Matches(byte[] answer, S7Range[] items)
    {
        using var hold = _memory.Hold();
        var at = 14;
        foreach (var item in items)
        {
            if (item.End > 600)
            {
                if (answer[at] != 0x05)
                    return false;
                at += 4;
                continue;
            }

            if (answer[at] != 0xFF || !answer.AsSpan(at + 4, item.Length).SequenceEqual(hold.Block(1).Slice(item.Start, item.Length)))
                return false;
            at += 4 + item.Length + (item.Length & 1);
        }

        return true;
    }
}
