using S7OpcBridge.OpcUa;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>node-opcua's client through every detail of HistoryRead, against the built program that recorded a PLC.</summary>
[TestFixture, CancelAfter(240_000), Parallelizable]
public sealed class NodeOpcUaHistoryTests
{
    [Test]
    public async Task Every_detail_is_answered_as_a_client_nobody_here_wrote_expects(CancellationToken token)
    {
        await Interop.RequireAsync("node-opcua-client");
        await using var plc = FieldPlc.Start(TimeSpan.FromMilliseconds(60));
        await using var bridge = await Bridge.StartAsync(
            FieldPlc.Map(
                plc,
                "security: [None], anonymous: read, history: { store: history }",
                """
                      - { name: Number, address: DB1.DBD0, type: DInt, scan: fast, history: true }
                      - { name: Plain, address: DB1.DBD4, type: DInt }

                """
            ),
            token
        );
        await using (var client = await HistoryClient.ConnectAsync(bridge, token))
        {
            await client.UntilAsync("Number", 1, values => values.Count > 3, token);
            // An event to be found later.
            plc.Faults.CutPower();
            await client.UntilAsync("Number", 1, values => values[^1].Status.Value == StatusCodes.BadDataLost, token);
            plc.Faults.GivePower();
            // A second is left out by the script, so that all that it reads is committed.
            await client.UntilAsync("Number", 1, values => values.Count > 30 && values[^1].Status.IsGood, token);
        }
        var checks = (await Interop.RunAsync("ua-history.js", token, bridge.Endpoint)).EnumerateObject().ToArray();

        Assert.That(checks, Has.Length.EqualTo(37));
        Assert.Multiple(() =>
        {
            foreach (var check in checks)
                Assert.That(check.Value.GetString(), Is.EqualTo("ok"), check.Name);
        });
    }
}
