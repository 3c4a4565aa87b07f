using System.Text;

namespace S7OpcBridge.PubSub.Tests.Sparkplug;

/// <summary>A primary host (Sparkplug 3.0, 5.4 and 5.7): nothing is published without it.</summary>
internal sealed class PrimaryHostTests
{
    private static readonly PublishedTag[] Tags =
    [
        EdgePlant.Tag(1, "Motor/Speed"),
        EdgePlant.Tag(2, "Motor/Count"),
        EdgePlant.Tag(3, "Level", "Tank", plc: 1),
    ];

    [Test]
    public void With_a_primary_host_nothing_is_sent_before_it_is_online_and_what_waited_comes_as_history()
    {
        using var plant = new EdgePlant(Tags, host: "scada");
        plant.Set(1, 10);
        plant.Set(2, 20);
        plant.Pass(2);
        plant.Connect();
        plant.Set(1, 11);
        plant.Pass(2);
        Assert.That(plant.Take(), Is.Empty);
        Assert.That(plant.Session.MissingHost, Is.EqualTo("scada"));

        Assert.That(
            plant.Session.Take("spBv1.0/STATE/scada", """{"online":true,"timestamp":1000}"""u8.ToArray(), isRetained: true),
            Is.Null
        );
        plant.Loop.Round();
        var sent = plant.Take();
        Assert.That(sent.Take(2).Select(static message => message.Type), Is.EqualTo(new[] { "NBIRTH", "DBIRTH" }));
        Assert.That(
            sent.Skip(2).SelectMany(static message => message.Payload.Metrics).Select(static metric => metric.IsHistorical),
            Has.All.True
        );
        Assert.That(sent.Skip(2).Last().Payload.Metrics.Last().Bits, Is.EqualTo(11));
        Assert.That(plant.Session.MissingHost, Is.Null);
    }

    [
        TestCase("""{"online":false,"timestamp":999}""", 0, "an older will"),
        TestCase("""{"online":false,"timestamp":1000}""", 1, "it has gone")
    ]
    [TestCase("OFFLINE", 0, "the form of 2.2"), TestCase("""{"online":"no","timestamp":2000}""", 0, "no state"), TestCase("", 0, "empty")]
    public void Only_a_newer_state_of_the_primary_host_ends_the_session(string state, int ends, string why)
    {
        using var plant = new EdgePlant(Tags, host: "scada");
        plant.Connect();
        plant.Session.Take("spBv1.0/STATE/scada", """{"online":true,"timestamp":1000}"""u8.ToArray(), isRetained: true);
        plant.Loop.Round();
        plant.Take();
        plant.Session.Take("spBv1.0/STATE/scada", Encoding.UTF8.GetBytes(state), isRetained: false);
        Assert.That(plant.HostLost, Is.EqualTo(ends), why);
    }
}
