using System.Net;
using System.Net.Sockets;
using S7OpcBridge.Doctor;

namespace S7OpcBridge.Tests;

/// <summary>What the doctor says of brokers.</summary>
[CancelAfter(60_000)]
public sealed class BrokerReportTests
{
    [Test]
    public async Task A_broker_that_is_not_there_is_a_failed_stage_with_a_cause_in_text_and_json(CancellationToken cancellationToken)
    {
        var gone = new TcpListener(IPAddress.Loopback, 0);
        gone.Start();
        var broker = $"mqtt://{gone.LocalEndpoint}";
        gone.Stop();
        var (map, findings) = MapText.Load(
            $"mqtt: [ {{ name: plant, broker: \"{broker}\" }} ]\nserver: {{ security: [None], anonymous: read }}\nplcs:\n"
                + "  - { name: Line1, host: 10.0.0.1, tags: { Speed: DB1.DBD0 Real } }\n"
        );
        Assert.That(findings, Is.Empty);

        var report = new DoctorReport([]) { Brokers = await BrokerReport.ProbeAsync(map!, TimeProvider.System, cancellationToken) };
        Assert.That((report.Ok, report.Brokers[0].Ok, report.Brokers[0].ClientId), Is.EqualTo((false, false, "plant-doctor")));
        Assert.That(
            report.Brokers[0].Stages.Select(static stage => $"{stage.Stage} {stage.Result}"),
            Is.EqualTo(new[] { "name ok", "tcp failed", "login skipped", "publish skipped" })
        );
        Assert.That(
            DoctorJson.Write(report),
            Does.Contain("\"brokers\":[{\"name\":\"plant\",\"broker\":\"mqtt://127.0.0.1:")
                .And.Contain("{\"stage\":\"tcp\",\"result\":\"failed\"")
        );
        using var text = new StringWriter();
        DoctorText.Write(report, text);
        Assert.That(text.ToString(), Does.Contain("plant  MQTT, mqtt://127.0.0.1:").And.Contain("Cause  The broker 127.0.0.1:"));
        Assert.That(text.ToString().TrimEnd(), Does.EndWith("0 PLCs: nothing wrong. Failed: plant."));
    }
}
