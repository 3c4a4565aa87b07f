using System.Text.Json;
using S7OpcBridge.Cluster.Tests.Programs;
using S7OpcBridge.OpcUa;
using S7OpcBridge.Testing;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>
/// Three nodes of one cluster, each a process of the built program, with the list of nodes in a real Redis, and node-opcua as a client that follows their
/// service levels, while nodes are killed, frozen, stopped, and given other maps. The PLCs see one reader at a time, whatever happens.
/// </summary>
[TestFixture, CancelAfter(240_000), Platform("Linux")]
public sealed class ClusterTests
{
    private const string Good = "Good";

    private static readonly TimeSpan MostUnmarked = TimeSpan.FromSeconds(5);

    private RedisServer _redis = null!;
    private ClusterPlant _plant = null!;
    private long _secondOwners;

    [OneTimeSetUp]
    public async Task StartTheCluster()
    {
        await Interop.RequireAsync("node-opcua-client");
        _redis = await RedisServer.StartAsync(CancellationToken.None);
        _plant = new ClusterPlant(plcs: 6, nodes: 3, $"{{ redis: \"{_redis.Connection}\" }}");
    }

    [OneTimeTearDown]
    public async Task StopTheCluster()
    {
        if (_plant is not null)
            await _plant.DisposeAsync();
        if (_redis is not null)
            await _redis.DisposeAsync();
    }

    [SetUp]
    public async Task StartWithAllNodes()
    {
        foreach (var node in _plant.Nodes)
            _plant.WriteMap(node);
        await _plant.HealAsync(TestContext.CurrentContext.CancellationToken);
        _secondOwners = _plant.OfSecondOwners;
    }

    [TearDown]
    public void NoPlcHadTwoOwners() =>
        Assert.That(_plant.OfSecondOwners, Is.EqualTo(_secondOwners), $"jobs of a second owner\n{_plant.Log()}");

    [Test]
    public async Task Every_node_shows_all_values_with_one_time_and_names_the_others(CancellationToken cancellationToken)
    {
        var owners = await _plant.OwnersAsync(_plant.Nodes[0], cancellationToken);
        Assert.That(owners, Has.None.Null);
        foreach (var node in _plant.Nodes)
            Assert.That(await _plant.OwnersAsync(node, cancellationToken), Is.EqualTo(owners), "all nodes compute the same owners");

        // The setpoints do not move, so that all nodes can be asked about the same moment.
        NodeId[] ids = [.. Enumerable.Range(1, owners.Length).Select(number => new NodeId(2, $"Line{number}/Setpoint"))];
        var seen = await Task.WhenAll(_plant.Nodes.Select(node => node.ReadAsync(cancellationToken, ids)));
        for (var plc = 0; plc < ids.Length; plc++)
        {
            Assert.That(
                seen.Select(values => (values[plc].Value.Bits, values[plc].Status.Value, values[plc].SourceTime)).Distinct().Count(),
                Is.EqualTo(1),
                $"{ids[plc]}: {string.Join("; ", seen.Select(values => values[plc].ToString()))}"
            );
        }

        var spaces = await Task.WhenAll(_plant.Nodes.Select(node => node.ReadAsync(cancellationToken, (NodeId)Ids.Server_NamespaceArray)));
        Assert.That(spaces.Select(space => ((string[])space[0].Value.Reference!)[2]), Is.All.EqualTo("urn:test:plant"));

        await using var follower = await Follower.StartAsync(_plant.Nodes[1].Endpoint, cancellationToken, _plant.Counters);
        string[] uris = ["urn:s7opcbridge:edge01", "urn:s7opcbridge:edge02", "urn:s7opcbridge:edge03"];
        var on = follower.Of("ON")[0];
        Assert.That(on.GetProperty("uris").EnumerateArray().Select(uri => uri.GetString()), Is.EqualTo(uris));
        Assert.That(on.GetProperty("redundant").EnumerateArray().Select(server => server[0].GetString()), Is.EqualTo(uris));
        Assert.That(on.GetProperty("support").GetInt32(), Is.EqualTo(3), "Hot");
        var urls = follower.Servers.EnumerateArray().SelectMany(server => server.GetProperty("urls").EnumerateArray());
        Assert.That(
            urls.Select(url => new Uri(url.GetString()!).Port),
            Is.EquivalentTo(_plant.Nodes.Select(node => new Uri(node.Endpoint).Port))
        );
        await SeesAllAsync(follower, cancellationToken);
    }

    [Test]
    public async Task A_write_through_any_node_reaches_the_PLC_once(CancellationToken cancellationToken)
    {
        var connections = _plant.Gates[0].Connections;
        foreach (var (node, index) in _plant.Nodes.Select((node, index) => (node, index)))
        {
            var jobs = _plant.Gates[0].Writes;
            var status = await WriteSetpointAsync(node, 1000 + index, cancellationToken);
            // Again where the PLC was handed over meanwhile: between two owners nobody reaches it, and the new one has another connection.
            while (status != StatusCodes.Good)
            {
                await _plant.HealAsync(cancellationToken);
                if (_plant.Gates[0].Connections == connections)
                    break;
                connections = _plant.Gates[0].Connections;
                status = await WriteSetpointAsync(node, 1000 + index, cancellationToken);
            }
            Assert.That(status, Is.EqualTo(StatusCodes.Good), node.Name);
            Assert.That((_plant.SetpointOf(0).Value, _plant.Gates[0].Writes - jobs), Is.EqualTo((1000 + index, 1L)), node.Name);
        }
        foreach (var node in _plant.Nodes)
            await Poll.UntilAsync(
                async () => (await node.ReadAsync(cancellationToken, new NodeId(2, "Line1/Setpoint")))[0].Value.Bits,
                bits => bits == 1002,
                cancellationToken
            );
    }

    private static async Task<uint> WriteSetpointAsync(ClusterPlantNode node, int value, CancellationToken cancellationToken)
    {
        await using var client = await UaTestClient.ConnectAsync(new Uri(node.Endpoint).Port, cancellationToken);
        var answer = await client.CallAsync<WriteResponse>(
            new WriteRequest
            {
                NodesToWrite =
                [
                    new WriteValue
                    {
                        NodeId = new NodeId(2, "Line1/Setpoint"),
                        AttributeId = (uint)AttributeId.Value,
                        Value = new DataValue { Value = Variant.From(value) },
                    },
                ],
            },
            cancellationToken
        );
        return answer.Results[0].Value;
    }

    [Test]
    public async Task Doctor_at_any_node_examines_every_PLC_over_its_owners_connection(CancellationToken cancellationToken)
    {
        foreach (var node in _plant.Nodes)
        {
            // Again where a PLC was handed over meanwhile: its new owner connects, and nothing else may.
            string?[] owners,
                ownersAfter;
            int[] connections;
            JsonElement[] plcs;
            do
            {
                (owners, connections) = (await _plant.OwnersAsync(node, cancellationToken), Connections());
                plcs = await ExamineAsync(node, cancellationToken);
                ownersAfter = await _plant.OwnersAsync(node, cancellationToken);
            } while (!Connections().SequenceEqual(connections) || !ownersAfter.SequenceEqual(owners));
            Assert.That(
                plcs.Select(plc => plc.GetProperty("node").GetString()),
                Is.EqualTo(owners.Select(owner => owner == node.Name ? "" : owner))
            );
            Assert.That(
                plcs.Select(plc => (plc.GetProperty("connection").GetString(), plc.GetProperty("tagsRead").GetInt32())),
                Is.All.EqualTo(("bridge", 2))
            );
        }

        int[] Connections() => [.. _plant.Gates.Select(gate => gate.Connections)];
    }

    private static async Task<JsonElement[]> ExamineAsync(ClusterPlantNode node, CancellationToken cancellationToken)
    {
        await using var doctor = Bridge.Start(node.Folder, "doctor", "map.yaml", "--format", "json");
        Assert.That(await doctor.ExitAsync(TimeSpan.FromSeconds(60), cancellationToken), Is.Zero, doctor.Output);
        var json = doctor.Output[doctor.Output.IndexOf('{')..(doctor.Output.LastIndexOf('}') + 1)];
        return [.. JsonDocument.Parse(json).RootElement.GetProperty("plcs").EnumerateArray()];
    }

    [Test]
    public async Task A_killed_nodes_PLCs_are_taken_over_and_the_client_goes_on_at_another(CancellationToken cancellationToken)
    {
        var killed = await BusiestAsync(cancellationToken);
        await using var follower = await Follower.StartAsync(killed.Endpoint, cancellationToken, _plant.Counters);
        await using var witness = await Subscriber.SubscribeAsync(
            _plant.Nodes.First(node => node != killed).Endpoint,
            50,
            cancellationToken,
            Paths()
        );
        await SeesAllAsync(follower, cancellationToken);
        var owned = Owned(await _plant.OwnersAsync(killed, cancellationToken), killed);
        await killed.KillAsync(cancellationToken);
        await GoesOnAsync(follower, killed, cancellationToken);
        await SeesAllAsync(follower, cancellationToken);
        // Whoever stayed at a survivor had values again soon, or was told that they were not up to date; and no number went back.
        foreach (var plc in owned)
            Assert.That(LongestSilence(witness.Of(plc)), Is.LessThan(MostUnmarked), $"Line{plc + 1} was not marked");
        for (var plc = 0; plc < _plant.Gates.Length; plc++)
            Assert.That(witness.NumbersOf(plc), Is.Ordered, $"Line{plc + 1}");
    }

    [Test]
    public async Task A_frozen_nodes_PLCs_are_taken_over_and_it_reads_none_of_them_when_it_wakes(CancellationToken cancellationToken)
    {
        var frozen = await BusiestAsync(cancellationToken);
        await using var follower = await Follower.StartAsync(frozen.Endpoint, cancellationToken, _plant.Counters);
        await SeesAllAsync(follower, cancellationToken);
        await frozen.FreezeAsync();
        await GoesOnAsync(follower, frozen, cancellationToken);
        await SeesAllAsync(follower, cancellationToken);
        await _plant.UntilAsync(
            states => states.Count(state => state is { Nodes.Count: 2 }) == 2,
            "The others go on without it",
            cancellationToken
        );
        var reads = _plant.Gates.Select(gate => gate.Reads).ToArray();
        await frozen.WakeAsync();
        await SeesAllAsync(follower, cancellationToken);
        // It ends for its supervisor to start it again, or joins again by itself; in between it says that it has no data.
        await _plant.HealAsync(cancellationToken);
        Assert.That(_plant.Gates.Select((gate, plc) => gate.Reads - reads[plc]), Is.All.Positive);
    }

    [Test]
    public async Task A_stopped_node_hands_over_and_tells_its_clients_when_it_is_back(CancellationToken cancellationToken)
    {
        var stopped = await BusiestAsync(cancellationToken);
        await using var follower = await Follower.StartAsync(stopped.Endpoint, cancellationToken, _plant.Counters);
        await SeesAllAsync(follower, cancellationToken);
        Assert.That(await stopped.StopAsync(cancellationToken), Is.Zero, stopped.Log);
        await GoesOnAsync(follower, stopped, cancellationToken);
        await SeesAllAsync(follower, cancellationToken);
        var level = follower.Of("LEVEL").Where(line => line.GetProperty("level").GetInt32() == 0).ToArray();
        Assert.That(level, Is.Not.Empty, "the level was 0 before the server ended");
        Assert.That(
            level[0].GetProperty("back").GetInt64(),
            Is.GreaterThan(TimeProvider.System.GetUtcNow().ToUnixTimeMilliseconds() - 60_000)
        );
    }

    [Test]
    public async Task Without_the_list_of_nodes_values_go_on(CancellationToken cancellationToken)
    {
        await using var client = await Subscriber.SubscribeAsync(_plant.Nodes[0].Endpoint, 50, cancellationToken, Paths());
        for (var plc = 0; plc < _plant.Gates.Length; plc++)
            await client.FlowAsync(plc, cancellationToken);
        var accepted = client.Changes;
        await _redis.KillAsync(cancellationToken);
        await _plant.UntilAsync(
            states => states.All(state => state is { StoreFault: not null, Fence: null }),
            "All nodes say that the list is away",
            cancellationToken
        );
        for (var round = 0; round < 5; round++)
        {
            for (var plc = 0; plc < _plant.Gates.Length; plc++)
                await client.FlowAsync(plc, cancellationToken);
        }
        await _redis.StartAgainAsync(cancellationToken);
        await _plant.HealAsync(cancellationToken);
        Assert.That((client.Gaps, client.Ended), Is.EqualTo((0, (Exception?)null)));
        Assert.That(client.Changes, Is.GreaterThan(accepted));
        for (var plc = 0; plc < _plant.Gates.Length; plc++)
            Assert.That(client.Of(plc).Select(value => value.Status.IsGood), Is.All.True, $"Line{plc + 1} was good all the time");
    }

    [Test]
    public async Task A_node_with_another_map_is_told_and_never_mixes_values_up(CancellationToken cancellationToken)
    {
        var other = _plant.Nodes[2];
        // In front of the others: the numbers of all tags differ from those of the other nodes.
        _plant.WriteMap(other, "      - { name: Added, address: DB1.DBD12, type: DInt, scan: fast }");
        await _plant.UntilAsync(
            states => states.Count(state => state is not null && state.Troubles().Any(trouble => trouble.Contains("another map"))) == 3,
            "All nodes say that a map differs",
            cancellationToken
        );
        await using (var client = await Subscriber.SubscribeAsync(other.Endpoint, 50, cancellationToken, Paths()))
        {
            await Task.Delay(TimeSpan.FromSeconds(1), TimeProvider.System, cancellationToken);
            for (var plc = 0; plc < _plant.Gates.Length; plc++)
            {
                Assert.That(client.NumbersOf(plc), Is.Ordered, $"Line{plc + 1} is itself");
                Assert.That(client.NumbersOf(plc), Is.All.LessThanOrEqualTo(_plant.NumberOf(plc)), $"Line{plc + 1} is itself");
            }
        }
    }

    [Test]
    public async Task Nodes_are_restarted_one_after_the_other_and_the_client_loses_nothing(CancellationToken cancellationToken)
    {
        await using var follower = await Follower.StartAsync(_plant.Nodes[0].Endpoint, cancellationToken, _plant.Counters);
        foreach (var node in _plant.Nodes)
        {
            Assert.That(await node.StopAsync(cancellationToken), Is.Zero, node.Log);
            await _plant.HealAsync(cancellationToken);
            await SeesAllAsync(follower, cancellationToken);
        }
        foreach (var counter in _plant.Counters)
            Assert.That(
                follower.ChangesOf(counter).Where(change => change.Status == Good).Select(change => change.Value),
                Is.Ordered,
                counter
            );
    }

    // Between two good values without a mark in between; the PLCs count every 100 ms or somewhat later.
    private static TimeSpan LongestSilence(DataValue[] values)
    {
        var longest = TimeSpan.Zero;
        for (var i = 1; i < values.Length; i++)
        {
            if (
                values[i].Status.IsGood
                && values[i - 1].Status.IsGood
                && TimeSpan.FromTicks(values[i].SourceTime - values[i - 1].SourceTime) is var silence
                && silence > longest
            )
                longest = silence;
        }
        return longest;
    }

    private string[] Paths() => [.. Enumerable.Range(1, _plant.Gates.Length).Select(number => $"Line{number}/Count")];

    private async Task<ClusterPlantNode> BusiestAsync(CancellationToken cancellationToken)
    {
        var owners = await _plant.OwnersAsync(_plant.Nodes[0], cancellationToken);
        return _plant.Nodes.MaxBy(node => owners.Count(owner => owner == node.Name))!;
    }

    private static int[] Owned(string?[] owners, ClusterPlantNode node) =>
        [.. Enumerable.Range(0, owners.Length).Where(plc => owners[plc] == node.Name)];

    private Task GoesOnAsync(Follower follower, ClusterPlantNode gone, CancellationToken cancellationToken) =>
        follower.UntilAsync(
            client => new Uri(client.At).Port != new Uri(gone.Endpoint).Port,
            $"The client leaves {gone.Name}",
            _plant.Log,
            cancellationToken
        );

    // The PLCs count on while they are read: two numbers beyond those of now must come, good, from where the client is.
    private async Task SeesAllAsync(Follower follower, CancellationToken cancellationToken)
    {
        var least = Enumerable.Range(0, _plant.Gates.Length).Select(plc => _plant.NumberOf(plc) + 2).ToArray();
        await follower.UntilAsync(
            client =>
                _plant
                    .Counters.Select(client.ChangesOf)
                    .Select((changes, plc) => changes is [.., var last] && last.Status == Good && last.Value >= least[plc])
                    .All(sees => sees),
            $"The client gets {string.Join(", ", least)}",
            _plant.Log,
            cancellationToken
        );
    }
}
