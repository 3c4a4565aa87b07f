using System.Diagnostics;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>What goes over the line to the broker, read by tshark's dissector of MQTT.</summary>
[TestFixture, CancelAfter(300_000), Platform("Linux"), Parallelizable]
public sealed class MqttWireTests
{
    [Test]
    public async Task Tshark_finds_no_malformed_packet_and_all_that_a_publisher_has_to_send(CancellationToken cancellationToken)
    {
        await using var broker = await Mosquitto.StartAsync(cancellationToken);
        await using var tap = new WireTap(broker.Port);
        await using (
            var bridge = await Bridge.StartAsync(
                MqttPlant.Map($"{{ broker: \"mqtt://127.0.0.1:{tap.Port}\", publish: {{ onChange: 100ms, keyFrame: 3 }} }}"),
                cancellationToken
            )
        )
        {
            await using var listener = broker.Listen("opcua/json/data/#");
            for (var frames = 0; frames < 20; frames++)
                await listener.LineAsync(static line => line.Contains("/data/", StringComparison.Ordinal), cancellationToken);
            await bridge.Program.TerminateAsync();
            await bridge.Program.ExitAsync(TimeSpan.FromSeconds(60), cancellationToken);
        }
        var capture = Path.Combine(Path.GetTempPath(), $"s7opcbridge-mqtt-{Guid.NewGuid():N}.pcap");
        tap.WriteCapture(capture);
        Assert.That(await TsharkAsync(capture, tap.Port, "_ws.malformed", "_ws.col.Info", cancellationToken), Is.Empty);
        var types = (await TsharkAsync(capture, tap.Port, "mqtt", "mqtt.msgtype", cancellationToken))
            .SelectMany(static line => line.Split(','))
            .ToHashSet();
        // CONNECT, CONNACK, PUBLISH, PUBACK, DISCONNECT
        Assert.That(types, Is.SupersetOf(new[] { "1", "2", "3", "4", "14" }));
        Assert.That(
            await TsharkAsync(capture, tap.Port, "mqtt.msgtype == 1", "mqtt.willtopic", cancellationToken),
            Is.EqualTo(new[] { "opcua/json/status/edge01" })
        );
        File.Delete(capture);
    }

    private static async Task<string[]> TsharkAsync(
        string capture,
        int port,
        string filter,
        string field,
        CancellationToken cancellationToken
    )
    {
        Interop.RequireProgram("/usr/bin/tshark", "apt-get install tshark");
        var start = new ProcessStartInfo(
            "/usr/bin/tshark",
            ["-n", "-r", capture, "-d", $"tcp.port=={port},mqtt", "-Y", filter, "-T", "fields", "-e", field]
        )
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        using var tshark = Process.Start(start)!;
        var output = tshark.StandardOutput.ReadToEndAsync(cancellationToken);
        var errors = tshark.StandardError.ReadToEndAsync(cancellationToken);
        await tshark.WaitForExitAsync(cancellationToken);
        Assert.That(tshark.ExitCode, Is.Zero, await errors);
        return (await output).Split('\n', StringSplitOptions.RemoveEmptyEntries);
    }
}
