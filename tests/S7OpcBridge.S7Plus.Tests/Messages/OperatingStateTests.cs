using FsCheck;
using S7OpcBridge.S7Plus.Messages;
using S7OpcBridge.S7Plus.Objects;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Tests.Messages;

/// <summary>The operating state in an answer of the execution unit.</summary>
public sealed class OperatingStateTests
{
    // Object 52 of class 2179: a name, then attribute 2237, a structure 3481 {3486: a DInt}, as other clients saw it.
    private const string Head = "A1 00000034 9103 00 00 A3 8169 00 15 01 41 A3 913D 00 17 00000D99 ";

    [TestCase("9B1E 00 08 08 00 A2 00000000", S7PlusOperatingState.Run)]
    [TestCase("9B1E 00 08 04 00 A2 00000000", S7PlusOperatingState.Stop)]
    [TestCase("9B1F 00 08 01 9B1E 00 08 04 00 A2 00000000", S7PlusOperatingState.Stop)]
    [TestCase("9B1E 00 08 06 00 A2 00000000", S7PlusOperatingState.Unknown)]
    public void It_is_a_member_of_a_structure(string bytes, S7PlusOperatingState expected)
    {
        Assert.That(TryRead(Convert.FromHexString((Head + bytes).Replace(" ", "")), out var state), Is.True);
        Assert.That(state, Is.EqualTo(expected));
    }

    [TestCase("A1 00000034 9103 00 00 A2 00000000")]
    [TestCase(Head + "9B1F 00 08 08 00 A2 00000000")]
    [TestCase(Head + "9B1E 00 05 08 00 00 A2 00000000")]
    [TestCase("00000000")]
    public void A_CPU_that_does_not_tell_it_is_not_taken_for_a_stopped_one(string bytes) =>
        Assert.That(TryRead(Convert.FromHexString(bytes.Replace(" ", "")), out _), Is.False);

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
            TryRead([.. Convert.FromHexString(Head.Replace(" ", "")), .. tail.Get], out _);
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
}
