using System.Text.Json;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server.Conditions;
using S7OpcBridge.Testing;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>A client that nobody here wrote keeps a list of alarms, and acknowledges, confirms, comments and shelves.</summary>
[TestFixture, CancelAfter(120_000), Parallelizable]
public sealed class NodeOpcUaAlarmsTests
{
    private const string Hot = "ns=2;s=Toys/V0/_Alarm",
        Level = "ns=2;s=Toys/V1/_Alarm";

    [Test]
    public async Task Its_list_of_alarms_is_right_after_everything_that_happens(CancellationToken cancellationToken)
    {
        await Interop.RequireAsync("node-opcua-client");
        using var conditions = new ConditionSet(TimeProvider.System, "urn:test:server");
        await using var server = await UaTestServer.StartAsync(
            cancellationToken,
            options => options with { Extensions = [new ConditionExtension(conditions)] }
        );
        conditions.Replace([
            Define("V0", "Hot", ConditionKind.OffNormal, confirm: true),
            Define("V1", "Level", ConditionKind.ExclusiveLevel),
        ]);
        Report(conditions, 1, ConditionStates.Active | ConditionStates.High, 300); // before the client comes: only a refresh tells it
        await using var client = Interop.Start("ua-alarms.js", $"opc.tcp://localhost:{server.Port}", Hot);
        await client.LineAsync(line => line == "READY", cancellationToken);

        var level = await KnowsAsync(client, Level, "active retain", cancellationToken);
        Assert.That((level.GetProperty("name").GetString(), level.GetProperty("type").GetString()), Is.EqualTo(("Level", "ns=0;i=9482")));
        Report(conditions, 0, ConditionStates.Active, 800);
        var hot = await KnowsAsync(client, Hot, "active confirmed retain", cancellationToken);
        Assert.Multiple(() =>
        {
            Assert.That(
                (hot.GetProperty("message").GetString(), hot.GetProperty("severity").GetInt32()),
                Is.EqualTo(("Hot is not normal", 800))
            );
            Assert.That(hot.GetProperty("active_text").GetString(), Is.EqualTo("Active"));
        });

        Assert.That(await AskAsync(client, "comment somebody goes there", cancellationToken), Is.EqualTo("CALLED Good"));
        await KnowsAsync(client, Hot, alarm => alarm.GetProperty("comment").GetString() == "somebody goes there", cancellationToken);
        Assert.That(
            await AskAsync(client, "confirm too early", cancellationToken),
            Is.EqualTo("CALLED BadConditionBranchAlreadyConfirmed")
        );
        Assert.That(await AskAsync(client, "acknowledge seen", cancellationToken), Is.EqualTo("CALLED Good"));
        await KnowsAsync(client, Hot, "active acked retain", cancellationToken);
        Assert.That(await AskAsync(client, "acknowledge again", cancellationToken), Is.EqualTo("CALLED BadConditionBranchAlreadyAcked"));
        Assert.That(await AskAsync(client, "shelve 60000", cancellationToken), Is.EqualTo("CALLED Good"));
        await KnowsAsync(client, Hot, alarm => alarm.GetProperty("shelved").GetBoolean(), cancellationToken);
        Assert.That(await AskAsync(client, "oneshot", cancellationToken), Is.EqualTo("CALLED Good"));
        Assert.That(await AskAsync(client, "unshelve", cancellationToken), Is.EqualTo("CALLED Good"));
        Assert.That(await AskAsync(client, "unshelve", cancellationToken), Is.EqualTo("CALLED BadConditionNotShelved"));

        var refreshed = JsonDocument.Parse((await AskAsync(client, "refresh", cancellationToken))["REFRESHED ".Length..]).RootElement;
        string[] types = ["ns=0;i=2787", "ns=0;i=10637", "ns=0;i=9482", "ns=0;i=2788"];
        Assert.That(refreshed.GetProperty("types").EnumerateArray().Select(type => type.GetString()), Is.EqualTo(types));
        refreshed = JsonDocument.Parse((await AskAsync(client, "refresh2", cancellationToken))["REFRESHED ".Length..]).RootElement;
        Assert.That(refreshed.GetProperty("types").EnumerateArray().Select(type => type.GetString()), Is.EqualTo(types));

        Report(conditions, 0, ConditionStates.Inactive, 800);
        await KnowsAsync(client, Hot, "acked retain", cancellationToken);
        Assert.That(await AskAsync(client, "confirm done", cancellationToken), Is.EqualTo("CALLED Good"));
        await KnowsAsync(client, Hot, "acked confirmed", cancellationToken);
        Assert.That(await AskAsync(client, "disable", cancellationToken), Is.EqualTo("CALLED Good"));
        Assert.That(await AskAsync(client, "enable", cancellationToken), Is.EqualTo("CALLED Good"));
        var nodes = JsonDocument.Parse((await AskAsync(client, "browse", cancellationToken))["NODES ".Length..]).RootElement;
        Assert.That(
            nodes.EnumerateArray().Select(node => node.GetString()),
            Is.SupersetOf((string[])["ActiveState", "AckedState", "ConfirmedState", "Acknowledge", "Confirm", "ShelvingState", "EventId"])
        );
        await client.SendLineAsync("end");
        await client.LineAsync(line => line.StartsWith("RESULT ", StringComparison.Ordinal), cancellationToken);
    }

    private static ConditionDefinition Define(string variable, string name, ConditionKind kind, bool confirm = false)
    {
        var id = $"{UaTestNodes.Folder}/{variable}";
        return new ConditionDefinition(
            new NodeId(2, $"{id}/_Alarm"),
            new NodeId(2, id),
            kind,
            name,
            new ConditionRules { ConfirmRequired = confirm }
        )
        {
            Message = new ConditionText(new LocalizedText($"{name} is not normal", "en")),
            Limits = kind == ConditionKind.ExclusiveLevel ? new ConditionLimits(null, 90, null, null) : null,
        };
    }

    private static void Report(ConditionSet conditions, int condition, ConditionStates states, ushort severity) =>
        conditions.Update(condition, new ConditionUpdate(states, severity, null, 0));

    // Waits until the client knows an alarm with exactly these states.
    private static Task<JsonElement> KnowsAsync(
        ChildProgram client,
        string condition,
        string states,
        CancellationToken cancellationToken
    ) =>
        KnowsAsync(
            client,
            condition,
            alarm =>
                string.Join(
                    ' ',
                    new[] { "active", "acked", "confirmed", "retain" }.Where(state =>
                        alarm.GetProperty(state).ValueKind == JsonValueKind.True
                    )
                ) == states,
            cancellationToken
        );

    private static async Task<JsonElement> KnowsAsync(
        ChildProgram client,
        string condition,
        Predicate<JsonElement> wanted,
        CancellationToken cancellationToken
    )
    {
        while (true)
        {
            var list = JsonDocument.Parse((await AskAsync(client, "list", cancellationToken))["LIST ".Length..]).RootElement;
            foreach (var alarm in list.EnumerateArray())
            {
                if (alarm.GetProperty("condition").GetString() == condition && wanted(alarm))
                    return alarm;
            }

            await Task.Delay(100, cancellationToken);
        }
    }

    private static async Task<string> AskAsync(ChildProgram client, string what, CancellationToken cancellationToken)
    {
        await client.SendLineAsync(what);
        return await client.LineAsync(
            line =>
                line.StartsWith("CALLED ", StringComparison.Ordinal)
                || line.StartsWith("LIST ", StringComparison.Ordinal)
                || line.StartsWith("REFRESHED ", StringComparison.Ordinal)
                || line.StartsWith("NODES ", StringComparison.Ordinal),
            cancellationToken
        );
    }
}
