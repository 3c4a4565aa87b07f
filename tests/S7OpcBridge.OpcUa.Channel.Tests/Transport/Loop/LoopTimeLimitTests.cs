using S7OpcBridge.OpcUa.Channel.Transport.Loop;

namespace S7OpcBridge.OpcUa.Channel.Tests.Transport;

/// <summary>Who may stay on the loop.</summary>
internal sealed class LoopTimeLimitTests
{
    private static readonly long Millisecond = LoopTimeLimit.PerTurn * 4;

    [Test]
    public void Who_keeps_the_loop_for_50_ms_loses_it_for_a_while()
    {
        var share = new LoopTimeLimit();
        share.Charge(50 * Millisecond);
        for (var i = 0; i < LoopTimeLimit.BackoffTurns; i++)
            Assert.That(share.TryTake(), Is.False, $"wait {i}");
        Assert.That(share.TryTake(), Is.True);
    }

    [Test]
    public void Turns_that_are_each_a_bit_long_are_too_long_in_sum()
    {
        var share = new LoopTimeLimit();
        var turns = 0;
        while (share.TryTake())
        {
            share.Charge(2 * Millisecond);
            turns++;
        }

        Assert.That(turns, Is.EqualTo(6), "1.75 ms too much each, 10 are forgiven");
    }

    [Test]
    public void A_turn_that_the_machine_held_up_is_forgiven_and_forgotten()
    {
        var share = new LoopTimeLimit();
        for (var i = 0; i < 1000; i++)
        {
            Assert.That(share.TryTake(), Is.True, $"turn {i}");
            share.Charge(i % 50 == 0 ? 8 * Millisecond : Millisecond / 100);
        }
    }
}
