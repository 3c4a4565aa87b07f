using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.Testing;
using S7OpcBridge.Web.Metrics;
using S7OpcBridge.Web.Page;

namespace S7OpcBridge.Web.Tests;

/// <summary>Clients that the server dials, as page and metrics show them.</summary>
public sealed class DialledClientTests
{
    private static readonly DateTimeOffset Start = new ManualClock().GetUtcNow();

    private static readonly ReverseStatus Connected = new(
        "opc.tcp://mes:48060",
        "opc.tcp://edge01:4840",
        ReverseState.Connected,
        Start.AddSeconds(-60),
        Channels: 2,
        Dials: 7,
        Failures: 4,
        "nothing listens on port 48060 there",
        Start.AddSeconds(-90)
    );

    [Test]
    public void The_state_is_a_word_and_times_are_ages()
    {
        Assert.That(
            DialledClient.From(Connected, Start),
            Is.EqualTo(
                new DialledClient(
                    "opc.tcp://mes:48060",
                    "opc.tcp://edge01:4840",
                    "connected",
                    60_000,
                    2,
                    "nothing listens on port 48060 there",
                    90_000
                )
            )
        );
        var fresh = DialledClient.From(Connected with { State = ReverseState.Dialling, LastError = null, LastErrorAt = null }, Start);
        Assert.That((fresh.State, fresh.LastError, fresh.ErrorMs), Is.EqualTo(("dialling", (string?)null, (double?)null)));
    }

    [
        TestCase(ReverseState.Dialling, 0),
        TestCase(ReverseState.Failed, 0),
        TestCase(ReverseState.Waiting, 1),
        TestCase(ReverseState.Connected, 1)
    ]
    public void Each_client_has_figures(ReverseState state, double reached)
    {
        var server = new ServerReadings
        {
            Read = null!,
            ValueOf = null!,
            TypeOf = null!,
            QualityOf = null!,
            Sessions = null!,
            Figures = null!,
            Published = null!,
            ReverseConnections = () => [Connected with { State = state }],
        };
        var view = NoBridge.View(TimeProvider.System) with { Server = server };
        double[] figures =
        [
            .. ReverseMetrics.All.Select(metric =>
            {
                var sink = new OneFigure();
                metric.Read(view, sink);
                Assert.That(sink.Labels, Is.EqualTo(new Labels("client", "opc.tcp://mes:48060")));
                return sink.Figure;
            }),
        ];
        Assert.That(figures, Is.EqualTo(new[] { reached, 2, 7, 4 }));
    }

    private sealed class OneFigure : MetricSink
    {
        public double Figure { get; private set; }

        public Labels Labels { get; private set; }

        public override void Value(double value, in Labels labels = default) => (Figure, Labels) = (value, labels);

        public override void Histogram(Core.CycleTimes times, in Labels labels) => throw new NotSupportedException();
    }
}
