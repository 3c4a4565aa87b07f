using S7OpcBridge.OpcUa.Channel.Reverse;

namespace S7OpcBridge.OpcUa.Channel.Tests.Reverse;

internal sealed class RedialPauseTests
{
    private static readonly TimeSpan Retry = TimeSpan.FromSeconds(10);

    [Test]
    public void Failures_are_followed_by_longer_and_longer_pauses_up_to_a_minute()
    {
        var pause = new RedialPause(Retry, static () => 1);
        double[] seconds = [.. Enumerable.Range(0, 7).Select(_ => pause.AfterFailure(TimeSpan.Zero).TotalSeconds)];
        Assert.That(seconds, Is.EqualTo((double[])[10, 15, 22.5, 33.75, 50.625, 60, 60]).Within(1e-6));
    }

    [Test]
    public void Pauses_vary_so_that_servers_do_not_dial_together()
    {
        Assert.That(new RedialPause(Retry, static () => 0).AfterFailure(TimeSpan.Zero), Is.EqualTo(TimeSpan.FromSeconds(8)));
        Assert.That(new RedialPause(Retry, static () => 1).AfterFailure(TimeSpan.Zero), Is.EqualTo(Retry));
    }

    [Test]
    public void A_client_that_held_the_connection_for_a_while_or_opened_a_channel_begins_anew()
    {
        var pause = new RedialPause(Retry, static () => 1);
        pause.AfterFailure(TimeSpan.Zero);
        pause.AfterFailure(TimeSpan.Zero);
        Assert.That(pause.AfterFailure(Retry), Is.EqualTo(Retry));
        Assert.That(pause.AfterFailure(TimeSpan.Zero), Is.GreaterThan(Retry));
        Assert.That(pause.AfterChannel(TimeSpan.Zero), Is.EqualTo(TimeSpan.Zero));
        Assert.That(pause.AfterFailure(TimeSpan.Zero), Is.EqualTo(Retry));
    }

    [Test]
    public void After_channels_there_is_no_pause_five_times_in_a_row()
    {
        var pause = new RedialPause(Retry, static () => 1);
        TimeSpan[] pauses = [.. Enumerable.Range(0, 12).Select(_ => pause.AfterChannel(TimeSpan.Zero))];
        Assert.That(pauses.Select(p => p > TimeSpan.Zero), Is.EqualTo(Enumerable.Range(0, 12).Select(i => i % 6 == 5)));
        for (var i = 0; i < 20; i++)
            Assert.That(pause.AfterChannel(Retry), Is.EqualTo(TimeSpan.Zero), "with time between");
    }
}
