using System.Text;
using S7OpcBridge.OpcUa;
using S7OpcBridge.PubSub.Sparkplug;

namespace S7OpcBridge.PubSub.Tests.Sparkplug;

/// <summary>The order of births, data and deaths of an edge node (Sparkplug 3.0, 5.4 to 5.16).</summary>
internal sealed class EdgeNodeTests
{
    private static readonly PublishedTag[] Tags =
    [
        EdgePlant.Tag(1, "Motor/Speed"),
        EdgePlant.Tag(2, "Motor/Count"),
        EdgePlant.Tag(3, "Level", "Tank", plc: 1),
    ];

    [Test]
    public void A_session_begins_with_the_births_of_the_node_and_its_devices_and_goes_on_with_data_by_alias()
    {
        using var plant = Begun(out var sent);
        var (node, line) = (sent[0], sent[1]);

        Assert.That(sent.Select(static message => message.Type), Is.EqualTo(new[] { "NBIRTH", "DBIRTH", "DBIRTH" }));
        Assert.That(sent.Select(static message => message.Payload.Sequence), Is.EqualTo(new ulong?[] { 0, 1, 2 }));
        Assert.That(node.Payload.Metrics.Select(static metric => metric.Name), Is.EqualTo(new[] { "bdSeq", "Node Control/Rebirth" }));
        Assert.That(node.Payload.Metrics.Select(static metric => metric.Alias), Has.All.Null);
        Assert.That(line.Payload.Metrics.Select(static metric => metric.Name), Is.EqualTo(new[] { "Motor/Speed", "Motor/Count" }));
        Assert.That(line.Payload.Metrics.Select(static metric => metric.Bits), Is.EqualTo(new ulong[] { 10, 20 }));
        Assert.That(line.Payload.Metrics.Select(static metric => metric.Type), Has.All.EqualTo((ulong)SparkplugType.Int32));

        plant.Set(2, 21);
        plant.Pass(1);
        var data = plant.Take().Single();
        var changed = data.Payload.Metrics.Single();
        Assert.That((data.Type, data.Device, data.Payload.Sequence), Is.EqualTo(("DDATA", "Line1", (ulong?)3)));
        Assert.That((changed.Name, changed.Alias), Is.EqualTo(((string?)null, line.Payload.Metrics[1].Alias)));
        Assert.That((changed.Bits, changed.Quality, changed.IsHistorical), Is.EqualTo((21UL, (int?)null, false)));
    }

    [Test]
    public void The_sequence_number_counts_to_255_over_all_messages_and_begins_again_with_0()
    {
        using var plant = Begun(out _);
        var numbers = new List<ulong?>();
        for (var i = 0; i < 300; i++)
        {
            plant.Set(i % 2 == 0 ? 1 : 3, i);
            plant.Pass(1);
            numbers.AddRange(plant.Take().Select(static message => message.Payload.Sequence));
        }
        Assert.That(numbers, Is.EqualTo(Enumerable.Range(3, 300).Select(static number => (ulong?)(number % 256))));
    }

    [Test]
    public void The_number_of_a_death_is_that_of_its_birth_and_grows_with_each_connection_also_over_a_restart()
    {
        var folder = Directory.CreateTempSubdirectory("s7opcbridge-edge-").FullName;
        using (var plant = new EdgePlant(Tags, folder: folder))
        {
            for (var number = 0UL; number < 2; number++)
            {
                Assert.That(plant.Connect(), Is.EqualTo(number));
                Assert.That(plant.Take()[0].Payload.Metrics[0].Bits, Is.EqualTo(number));
                plant.Disconnect();
            }
        }
        using (var again = new EdgePlant(Tags, folder: folder))
        {
            again.Session.NextWill();
            Assert.That(again.Connect(), Is.EqualTo(2), "an attempt that did not reach the broker does not count");
            Assert.That(again.Session.Farewell(), Is.Not.Null);
        }
        File.WriteAllText(Path.Combine(folder, "bdseq"), "255");
        using (var last = new EdgePlant(Tags, folder: folder))
            Assert.That(last.Connect(), Is.Zero);
        Directory.Delete(folder, recursive: true);
    }

    [Test]
    public void A_host_gets_births_when_it_asks_with_the_same_number_and_no_more_than_one_set_a_second()
    {
        using var plant = Begun(out var before);
        plant.Pass(1);
        for (var i = 0; i < 50; i++)
            Assert.That(plant.AskForBirths(), Is.Null);
        plant.Pass(0.5);
        var births = plant.Take();
        Assert.That(births.Select(static message => message.Type), Is.EqualTo(new[] { "NBIRTH", "DBIRTH", "DBIRTH" }));
        Assert.That(births[0].Payload.Metrics[0].Bits, Is.EqualTo(before[0].Payload.Metrics[0].Bits));
        Assert.That(births[0].Payload.Sequence, Is.Zero);

        plant.AskForBirths();
        plant.Pass(0.2);
        Assert.That(plant.Take(), Is.Empty);
        plant.Pass(1);
        Assert.That(plant.Take(), Has.Count.EqualTo(3));
    }

    [Test]
    public void What_is_no_wish_for_births_is_refused_with_words()
    {
        using var plant = Begun(out _);
        const string topic = "spBv1.0/Plant/NCMD/edge01";
        Assert.Multiple(() =>
        {
            Assert.That(plant.Session.Take(topic, EdgePlant.Rebirth(), isRetained: true), Does.Contain("retained"));
            Assert.That(plant.Session.Take(topic, EdgePlant.Rebirth("Motor/Speed"), isRetained: false), Does.Contain("DCMD"));
            Assert.That(plant.Session.Take(topic, Encoding.UTF8.GetBytes("rebirth!"), isRetained: false), Does.Contain("no payload"));
        });
        plant.Pass(3);
        Assert.That(plant.Take(), Is.Empty);
    }

    [Test]
    public void A_PLC_that_loses_its_link_dies_and_is_born_again_with_its_values()
    {
        using var plant = Begun(out _);
        plant.SetAll(StatusCodes.UncertainNoCommunicationLastUsableValue, 1, 2);
        plant.Pass(1);
        var death = plant.Take().Single();
        Assert.That((death.Type, death.Device, death.Payload.Metrics.Count), Is.EqualTo(("DDEATH", "Line1", 0)));
        plant.SetAll(StatusCodes.BadNoCommunication, 1, 2);
        plant.Pass(5);
        Assert.That(plant.Take(), Is.Empty, "nothing more until it is back");
        plant.Set(1, 11);
        plant.Pass(1);
        var birth = plant.Take().Single();
        Assert.That((birth.Type, birth.Device, birth.Payload.Sequence), Is.EqualTo(("DBIRTH", "Line1", (ulong?)4)));
        Assert.That(birth.Payload.Metrics[0].Bits, Is.EqualTo(11));
        Assert.That((birth.Payload.Metrics[1].IsNull, birth.Payload.Metrics[1].Quality), Is.EqualTo((true, (int?)500)));
    }

    [Test]
    public void A_value_that_is_not_good_says_so_and_says_when_it_is_good_again()
    {
        using var plant = Begun(out _);
        var told = new List<(bool, int?)>();
        foreach (
            var status in new uint[]
            {
                StatusCodes.UncertainLastUsableValue,
                StatusCodes.BadSensorFailure,
                StatusCodes.Good,
                StatusCodes.Good,
            }
        )
        {
            plant.Set(1, 5, status);
            plant.Pass(1);
            var metric = plant.Take().Single().Payload.Metrics.Single();
            told.Add((metric.IsNull, metric.Quality));
        }
        Assert.That(told, Is.EqualTo(new (bool, int?)[] { (false, 500), (true, 0), (false, 192), (false, null) }));
    }

    [Test]
    public void What_waited_for_the_broker_comes_behind_the_births_as_history_and_old_deaths_do_not_come()
    {
        using var plant = Begun(out var before);
        plant.Disconnect();
        for (var value = 100; value < 103; value++)
        {
            plant.Set(1, value);
            plant.Pass(1);
        }
        plant.SetAll(StatusCodes.UncertainNoCommunicationLastUsableValue, 3);
        plant.Pass(1);
        plant.Set(3, 7);
        plant.Pass(1);
        plant.Connect();
        plant.Set(1, 103);
        plant.Pass(1);

        var sent = plant.Take();

        Assert.That(
            sent.Select(static message => message.Type),
            Is.EqualTo(new[] { "NBIRTH", "DBIRTH", "DBIRTH", "DDATA", "DDATA", "DDATA", "DDATA", "DDATA" })
        );
        Assert.That(
            sent.Select(static message => message.Payload.Sequence),
            Is.EqualTo(Enumerable.Range(0, 8).Select(static n => (ulong?)n))
        );
        Assert.That(sent[1].Payload.Metrics[0].Bits, Is.EqualTo(102), "the births have the present values");
        var data = sent.Skip(3).Select(static message => message.Payload.Metrics.Single()).ToArray();
        Assert.That(data.Select(static metric => metric.Bits), Is.EqualTo(new ulong[] { 100, 101, 102, 7, 103 }));
        Assert.That(data.Select(static metric => metric.IsHistorical), Is.EqualTo(new[] { true, true, true, true, false }));
        Assert.That(data[0].Alias, Is.EqualTo(before[1].Payload.Metrics[0].Alias));
        Assert.That(data[0].Time!.Value, Is.LessThan(data[1].Time!.Value));
    }

    [Test]
    public void Values_of_a_PLC_that_is_down_by_now_come_between_a_birth_and_a_death()
    {
        using var plant = Begun(out _);
        plant.Disconnect();
        plant.Set(3, 8);
        plant.Pass(1);
        plant.SetAll(StatusCodes.UncertainNoCommunicationLastUsableValue, 3);
        plant.Pass(1);
        plant.Connect();

        var tank = plant.Take().Where(static message => message.Device == "Tank").ToArray();

        Assert.That(tank.Select(static message => message.Type), Is.EqualTo(new[] { "DBIRTH", "DDATA", "DDEATH" }));
        Assert.That(tank[0].Payload.Metrics.Single().Quality, Is.EqualTo(500));
        Assert.That(tank[1].Payload.Metrics.Single().IsHistorical, Is.True);
    }

    [Test]
    public void A_reload_bears_a_device_again_whose_metrics_are_others_and_ends_one_that_is_gone()
    {
        using var plant = Begun(out var before);
        plant.Set(4, 40);
        plant.Loop.Follow([.. Tags[..2], EdgePlant.Tag(4, "Motor/Current")]);
        plant.Loop.Round();
        var sent = plant.Take();
        Assert.That(
            sent.Select(static message => $"{message.Type} {message.Device}"),
            Is.EquivalentTo(new[] { "DBIRTH Line1", "DDEATH Tank" })
        );
        var birth = sent.Single(static message => message.Type == "DBIRTH").Payload.Metrics;
        Assert.That(birth.Select(static metric => metric.Name), Is.EqualTo(new[] { "Motor/Speed", "Motor/Count", "Motor/Current" }));
        Assert.That(birth[0].Alias, Is.EqualTo(before[1].Payload.Metrics[0].Alias));
        Assert.That(birth.Select(static metric => metric.Alias).Distinct().Count(), Is.EqualTo(3));

        plant.Loop.Follow([.. Tags[..2], EdgePlant.Tag(4, "Motor/Current")]);
        plant.Pass(2);
        Assert.That(plant.Take(), Is.Empty, "nothing is another");
    }

    [Test]
    public void Values_that_waited_for_a_metric_that_is_another_by_now_are_left_out()
    {
        using var plant = Begun(out _);
        plant.Disconnect();
        plant.Set(1, 5);
        plant.Set(3, 6);
        plant.Pass(1);
        plant.Loop.Follow([Tags[0] with { Type = BuiltInType.Double }, Tags[1], Tags[2]]);
        plant.Pass(1);
        plant.Connect();
        var data = plant.Take().Where(static message => message.Type == "DDATA").ToArray();
        Assert.That(
            data.SelectMany(static message => message.Payload.Metrics).Select(static metric => metric.Bits),
            Is.EqualTo(new ulong[] { 6 })
        );
    }

    [Test]
    public void Births_that_were_made_for_one_session_are_not_sent_in_the_next()
    {
        using var plant = Begun(out _);
        var generation = plant.Session.Generation;
        plant.Disconnect();
        plant.Session.NextWill();
        plant.Session.Begin();
        plant.Session.Birth(generation, [], 0);
        Assert.That(plant.Session.IsBorn, Is.False);
    }

    private static EdgePlant Begun(out List<(string Type, string Device, ReceivedPayload Payload)> births)
    {
        var plant = new EdgePlant(Tags);
        plant.Set(1, 10);
        plant.Set(2, 20);
        plant.Set(3, 30);
        plant.Connect();
        births = plant.Take();
        plant.Pass(1);
        Assert.That(plant.Take(), Is.Empty, "the births had all");
        return plant;
    }
}
