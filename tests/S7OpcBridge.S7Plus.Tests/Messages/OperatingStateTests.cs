using FsCheck;
using S7OpcBridge.S7Plus.Frames;
using S7OpcBridge.S7Plus.Messages;
using S7OpcBridge.S7Plus.Objects;
using S7OpcBridge.S7Plus.Tests.Client;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Tests.Messages;

/// <summary>The operating state in an answer of the execution unit.</summary>
public sealed class OperatingStateTests
{
    // The object of PlcsimExecUnit up to the members of its structure 3481.
    private const string Head = "A1 00000034 9103 30 9259 06 A3 8169 00 15 01 41 A3 913D 00 17 00000D99 ";

    [TestCase(PlcsimExecUnit.Run, S7PlusOperatingState.Run, TestName = "It is in the answer of a CPU, in RUN")]
    [TestCase(PlcsimExecUnit.RunAgain, S7PlusOperatingState.Run, TestName = "It is in the answer of a CPU, in RUN again")]
    [TestCase(PlcsimExecUnit.Stop, S7PlusOperatingState.Stop, TestName = "It is in the answer of a CPU, in STOP")]
    public void It_is_in_the_answer_of_a_CPU(string answer, S7PlusOperatingState expected)
    {
        var from = new PlusReader(Hex.Bytes(answer));
        Skip(ref from);
        Assert.That(OperatingStates.TryRead(ref from, out var state), Is.True);
        Assert.That(state, Is.EqualTo(expected));
    }

    [TestCase(PlcsimExecUnit.Run, S7PlusOperatingState.Run, TestName = "A connection that gets these bytes tells it, in RUN")]
    [TestCase(PlcsimExecUnit.Stop, S7PlusOperatingState.Stop, TestName = "A connection that gets these bytes tells it, in STOP")]
    [CancelAfter(60_000)]
    public async Task A_connection_that_gets_these_bytes_tells_it(string answer, S7PlusOperatingState expected, CancellationToken cancel)
    {
        await using var cpu = new FakeCpu();
        cpu.Instead = head => head.Function == PlusFunction.Explore ? FakeCpu.Answer(head, to => to.Bytes(Hex.Bytes(answer))) : null;
        await using var connection = await S7PlusConnection.ConnectAsync(cpu.Options, TimeProvider.System, cancel);
        var job = new S7PlusOperatingStateJob();
        await connection.AskAsync(job, cancel);
        Assert.That(job.IsTold, Is.False, "this CPU answers the read of the attribute with a number");
        Assert.That(job.TryAskForAll());
        await connection.AskAsync(job, cancel);
        Assert.That((job.IsTold, job.State), Is.EqualTo((true, expected)));
        Assert.That(job.TryAskForAll(), Is.False);
    }

    // The same value in the answer to a read of the attribute alone, with and without a zero in front.
    [TestCase(PlcsimExecUnit.Run, S7PlusOperatingState.Run, TestName = "The attribute alone tells the state of a CPU in RUN")]
    [TestCase(PlcsimExecUnit.Stop, S7PlusOperatingState.Stop, TestName = "The attribute alone tells the state of a CPU in STOP")]
    public void The_attribute_alone_tells_the_state(string answer, S7PlusOperatingState expected)
    {
        var bytes = Hex.Bytes(answer);
        var value = bytes[(bytes.AsSpan().IndexOf(Hex.Bytes("A3913D")) + 3)..];
        foreach (var form in new byte[][] { [0, .. value], value })
        {
            var from = new PlusReader(form);
            Assert.That(OperatingStates.TryReadValue(ref from, out var state));
            Assert.That(state, Is.EqualTo(expected));
        }
    }

    [TestCase("9B1F 00 08 01 9B1E 00 08 04 00 A2 00000000", S7PlusOperatingState.Stop)]
    [TestCase("9B1E 00 08 06 00 A2 00000000", S7PlusOperatingState.Unknown)]
    public void It_is_a_member_of_a_structure(string bytes, S7PlusOperatingState expected)
    {
        Assert.That(TryRead(Hex.Bytes(Head + bytes), out var state), Is.True);
        Assert.That(state, Is.EqualTo(expected));
    }

    [TestCase("A1 00000034 9103 30 9259 06 A2 00000000")]
    [TestCase(Head + "9B1F 00 08 08 00 A2 00000000")]
    [TestCase(Head + "9B1E 00 05 08 00 00 A2 00000000")]
    [TestCase("00000000")]
    public void A_CPU_that_does_not_tell_it_is_not_taken_for_a_stopped_one(string bytes) =>
        Assert.That(TryRead(Hex.Bytes(bytes), out _), Is.False);

    [TestCase(true)]
    [TestCase(false)]
    public void What_the_soft_PLC_writes_is_read(bool isRunning)
    {
        var unit = new PlusObject { Rid = PlusIds.CpuExecUnit, Class = PlusIds.ExecUnitClass };
        unit.Attributes.Add(OperatingStates.Encode(isRunning));
        var to = new PlusWriter();
        unit.Write(to);
        Assert.That(TryRead(to.ToArray(), out var state), Is.True);
        Assert.That(state, Is.EqualTo(isRunning ? S7PlusOperatingState.Run : S7PlusOperatingState.Stop));
    }

    [FsCheck.NUnit.Property]
    public bool Broken_bytes_are_an_error_and_no_crash(NonEmptyArray<byte> tail)
    {
        try
        {
            TryRead([.. Hex.Bytes(Head), .. tail.Get], out _);
            return true;
        }
        catch (S7PlusProtocolException)
        {
            return true;
        }
    }

    private static bool TryRead(byte[] bytes, out S7PlusOperatingState state)
    {
        var from = new PlusReader(bytes);
        return OperatingStates.TryRead(ref from, out state);
    }

    private static void Skip(ref PlusReader answer)
    {
        answer.Vlq64();
        answer.UInt32();
        answer.Vlq32();
    }
}
