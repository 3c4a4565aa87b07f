using System.Net;
using Microsoft.Extensions.Logging;
using S7OpcBridge.Cluster.Security;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Cluster.Tests.Security;

/// <summary>What strangers can write into the log by being refused.</summary>
internal sealed class RefusalLogTests : ILogger
{
    private static readonly TimeSpan Minute = TimeSpan.FromMinutes(1);

    private readonly List<string> _lines = [];
    private ManualClock _clock = new();

    [SetUp]
    public void Begin()
    {
        _clock = new ManualClock();
        _lines.Clear();
    }

    [Test]
    public void The_same_words_about_a_machine_are_said_once_a_minute_and_the_rest_is_summed_up()
    {
        var log = new RefusalLog(_clock, this);
        for (var port = 1; port <= 1000; port++)
            log.Refused("from", new IPEndPoint(IPAddress.Loopback, port), "it has another secret");
        Assert.That(_lines, Is.EqualTo((string[])["Connection from 127.0.0.1:1 of the cluster refused: it has another secret"]));
        _clock.Advance(Minute);
        Assert.That(_lines[^1], Is.EqualTo("999 more connections of the cluster were refused within a minute"));
        log.Refused("from", new IPEndPoint(IPAddress.Loopback, 7), "it has another secret");
        _clock.Advance(Minute);
        Assert.That(_lines, Has.Count.EqualTo(3), "Where nothing was left out there is no sum.");
    }

    [Test]
    public void A_machine_that_says_something_else_each_time_takes_no_more_than_its_lines()
    {
        var log = new RefusalLog(_clock, this);
        for (var name = 0; name < 1000; name++)
            log.Refused("from", new IPEndPoint(IPAddress.Loopback, 1), $"node {name} has another secret");
        log.Refused("from", new IPEndPoint(IPAddress.Parse("10.0.0.12"), 1), "node b has another secret");
        Assert.That(_lines, Has.Count.EqualTo(RefusalLog.MostOfMachine + 1), "Another machine is still heard.");
        _clock.Advance(Minute);
        Assert.That(_lines[^1], Does.StartWith($"{1000 - RefusalLog.MostOfMachine} more connections"));
    }

    [TestCase("2001:db8::", 1)]
    [TestCase("::ffff:10.0.0.0", 2)]
    public void However_many_addresses_there_are_the_lines_of_a_minute_are_limited(string first, int prefixes)
    {
        var log = new RefusalLog(_clock, this);
        for (var number = 0; number < 5000; number++)
        {
            var bytes = IPAddress.Parse(first).GetAddressBytes();
            (bytes[14], bytes[15]) = ((byte)(number >> 8), (byte)number);
            log.Refused("from", new IPEndPoint(new IPAddress(bytes), 1), "it is no node of S7OpcBridge");
        }
        Assert.That(_lines, Has.Count.EqualTo(prefixes == 1 ? 1 : RefusalLog.Most), "All addresses of a network of IPv6 are one machine.");
    }

    [Test]
    public void What_a_stranger_says_stays_on_one_line_of_limited_length()
    {
        new RefusalLog(_clock, this).Refused("from", null, $"node a\n2026-01-01 info: all is well\u001b[2J\u202e{new string('x', 5000)}");
        Assert.That(
            _lines.Single(),
            Does.Contain("node a?2026-01-01 info: all is well?[2J?xxx").And.Length.LessThan(RefusalLog.LongestReason + 100)
        );
        Assert.That(RefusalLog.Line(new string('n', 5000)), Has.Length.EqualTo(RefusalLog.LongestName + 1));
    }

    public IDisposable? BeginScope<TState>(TState state)
        where TState : notnull => null;

    public bool IsEnabled(LogLevel logLevel) => true;

    void ILogger.Log<TState>(
        LogLevel logLevel,
        EventId eventId,
        TState state,
        Exception? exception,
        Func<TState, Exception?, string> formatter
    ) => _lines.Add(formatter(state, exception));
}
