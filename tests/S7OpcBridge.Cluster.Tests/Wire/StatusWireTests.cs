using S7OpcBridge.Cluster.Wire;
using S7OpcBridge.Core;

namespace S7OpcBridge.Cluster.Tests.Wire;

/// <summary>The status of a PLC between nodes.</summary>
internal sealed class StatusWireTests
{
    [Test]
    public void What_a_CPU_says_of_itself_and_of_its_alarms_reaches_the_other_nodes()
    {
        var status = new PlcStatus
        {
            Connected = true,
            BadTags = ["A: gone"],
            Alarms = new CpuAlarmStatus
            {
                Refusal = "it has none",
                Refusals = 2,
                DiagnosticBuffer = ["first", "second"],
                Leds = ["RUN on"],
                FaultyStations = ["rack 1", "station 7 of DP master system 1"],
                LastStop = "2026-11-28 05:00:00.000 STOP",
            },
            PendingWrites = 3,
        };
        var to = new WireWriter();
        StatusWire.Write(to, status);
        var from = new WireReader(to.ToArray());
        var read = StatusWire.Read(ref from);
        var (wanted, alarms) = (status.Alarms, read.Alarms!);
        Assert.That(
            (alarms.Refusal, alarms.Refusals, alarms.LastStop, read.PendingWrites),
            Is.EqualTo((wanted.Refusal, wanted.Refusals, wanted.LastStop, 3))
        );
        Assert.That(alarms.DiagnosticBuffer, Is.EqualTo(wanted.DiagnosticBuffer));
        Assert.That(alarms.Leds, Is.EqualTo(wanted.Leds));
        Assert.That(alarms.FaultyStations, Is.EqualTo(wanted.FaultyStations));
        Assert.That(read.BadTags, Is.EqualTo(status.BadTags));
    }
}
