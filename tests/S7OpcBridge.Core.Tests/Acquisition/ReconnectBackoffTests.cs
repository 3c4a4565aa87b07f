using S7OpcBridge.Core.Sessions;

namespace S7OpcBridge.Core.Tests;

public sealed class ReconnectBackoffTests
{
    [Test]
    public void Pauses_double_up_to_the_longest_with_jitter_below()
    {
        var backoff = new ReconnectBackoff(TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(10), Random.Shared);
        foreach (var step in new[] { 1.0, 2, 4, 8, 10, 10, 10 })
            Assert.That(backoff.Next().TotalSeconds, Is.InRange(step * 0.75, step));
        Assert.That(backoff.Attempts, Is.EqualTo(7));
    }

    [Test]
    public void A_success_starts_over()
    {
        var backoff = new ReconnectBackoff(TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(10), Random.Shared);
        for (var i = 0; i < 5; i++)
            backoff.Next();

        backoff.Reset();

        Assert.That(backoff.Next().TotalSeconds, Is.InRange(0.75, 1));
    }
}
