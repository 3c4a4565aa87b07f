using System.Globalization;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Tests;

/// <summary>The figures of docs/clients/mes.md are those of the program.</summary>
public sealed class OutageFiguresTests
{
    private static readonly string Page = File.ReadAllText(Repository.PathOf("docs/clients/mes.md"));

    [Test]
    public void The_figures_are_the_defaults()
    {
        var limits = new UaServerLimits();
        var subscriptions = limits.Subscriptions;
        Assert.That(limits.MaxSessionTimeout, Is.EqualTo(TimeSpan.FromHours(1)), "'1 hour at most'");
        foreach (
            var (figure, words) in (List<(string, string)>)
                [
                    (Text(subscriptions.MinLifetime / 1000), "at least {0} s"),
                    (Text(subscriptions.MaxLifetime / 1000), "{0} s at most"),
                    (Text(subscriptions.MaxQueueSize), "{0} values at most"),
                    (subscriptions.MaxQueuedSamples.ToString("N0", CultureInfo.InvariantCulture), "{0} values in the queues"),
                    (Text(subscriptions.MaxUnacknowledgedMessages), "{0} of a subscription"),
                    (Text(subscriptions.MaxUnacknowledgedBytes / 1024 / 1024), "{0} MB at most"),
                ]
        )
            Assert.That(Page, Does.Contain(string.Format(CultureInfo.InvariantCulture, words, figure)));
    }

    private static string Text(double number) => number.ToString(CultureInfo.InvariantCulture);
}
