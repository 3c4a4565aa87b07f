using System.Threading.Channels;
using S7OpcBridge.S7Plus;
using S7OpcBridge.S7Plus.Frames;
using S7OpcBridge.S7Plus.Messages;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.Simulator.Tests.Plus;

/// <summary>The soft PLC sends what changes, also while it is loaded anew.</summary>
[CancelAfter(60_000)]
internal sealed class PlusSubscriptionTests
{
    private static readonly S7PlusSubscriptionOptions Fast = new() { Cycle = TimeSpan.FromMilliseconds(100) };

    [TestCase(0)]
    [TestCase(3)]
    public async Task First_all_values_come_then_what_has_changed(int credit, CancellationToken cancel)
    {
        await using var plant = new PlusPlant();
        await using var connection = await plant.ConnectAsync(cancel);
        var news = Channel.CreateUnbounded<string>();
        await connection.SubscribeAsync(
            Items(plant, "DB_Pack.Count", "DB_Pack.State.Running"),
            Fast with
            {
                Credit = credit,
            },
            Tell(news),
            cancel
        );
        Assert.That(await news.Reader.ReadAsync(cancel), Is.EqualTo("0=00000000 1=00"));
        for (byte i = 1; i <= 9; i++)
        {
            plant.Plus.Set("DB_Pack.Count", [0, 0, 0, i]);
            Assert.That(await news.Reader.ReadAsync(cancel), Is.EqualTo($"0=0000000{i}"));
        }

        plant.Plus.Set("DB_Pack.State.Running", [1]);
        Assert.That(await news.Reader.ReadAsync(cancel), Is.EqualTo("1=01"));
    }

    [Test]
    public async Task Reads_and_writes_go_on_between_notifications_and_an_ended_subscription_is_gone(CancellationToken cancel)
    {
        await using var plant = new PlusPlant();
        await using var connection = await plant.ConnectAsync(cancel);
        var news = Channel.CreateUnbounded<string>();
        var subscription = await connection.SubscribeAsync(
            Items(plant, "DB_Pack.Count"),
            Fast with
            {
                EveryCycle = true,
            },
            Tell(news),
            cancel
        );
        for (byte i = 1; i <= 20; i++)
        {
            Assert.That(await plant.WriteAsync(connection, "DB_Pack.Count", [0, 0, 0, i], cancel), Is.EqualTo(S7PlusItemStatus.Ok));
            Assert.That(await plant.ReadAsync(connection, cancel, "DB_Pack.Count"), Is.EqualTo(new[] { $"000000{i:X2}" }));
        }

        await news.Reader.ReadAsync(cancel);
        Assert.That(plant.Plus.Subscriptions, Is.EqualTo(1));
        await subscription.DeleteAsync(cancel);
        Assert.That(plant.Plus.Subscriptions, Is.Zero);
        Assert.That(await plant.ReadAsync(connection, cancel, "DB_Pack.Fixed"), Is.EqualTo(new[] { "0000" }));
    }

    [Test]
    public async Task A_subscription_that_ends_in_the_middle_of_a_notification_tears_no_record(CancellationToken cancel)
    {
        await using var plant = new PlusPlant();
        await using var connection = await plant.ConnectAsync(cancel);
        // Each notification is some 1,000 records of TLS, so that most ends are in the middle of one.
        plant.Plc.Faults.Arm(Fault.FragmentCotp(4), FaultPoint.Notify, times: 0);
        var items = Enumerable.Repeat(plant.Plus.ItemOf("DB_Pack.Name"), 200).ToArray();
        for (var i = 0; i < 20; i++)
        {
            var subscription = await connection.SubscribeAsync(items, Fast with { EveryCycle = true }, static _ => { }, cancel);
            await Task.Delay(TimeSpan.FromMilliseconds(100 + i % 10), cancel);
            await subscription.DeleteAsync(cancel);
            Assert.That(await plant.ReadAsync(connection, cancel, "DB_Pack.Fixed"), Is.EqualTo(new[] { "0000" }));
        }

        Assert.That(connection.IsAlive, connection.Failure?.Message);
    }

    // Source: gijzelaerr/python-snap7, pull request 820: what a client sent to a real S7-1500, without frame.
    [TestCase(true)]
    [TestCase(false)]
    public async Task A_subscription_of_alarms_is_made_or_refused_and_then_occupies_nothing(bool sendsAlarms, CancellationToken cancel)
    {
        const string captured =
            "31000004ca0000000870000cb73470000cb80004000000000002a17fffc00187690000a38169001517537562736372697074696f6e5f32313437343637323635"
            + "a3883a000202a3876a00030000a3876b000900a38810000202a38811000101a3881820040388808480000000a38819000400a3881a000400a3881b000200a388"
            + "1c000200a3881d0007000aa3881e0003ffffa15101000194660000a381690015125337704472697665725f416c61726d696e67a3876d000203a3946310030a00"
            + "00000000000000000000000000000000000000a3bc33200301ffffa3bf75200400a3bf6d000101a4946400000008a2a200000000";
        var from = new PlusReader(Convert.FromHexString(captured));
        PlusRequestHead.Read(ref from);
        var (_, alarms, _) = ObjectLife.ReadCreateRequest(ref from, hasIntegrity: true);
        await using var plant = new PlusPlant(new SoftPlusOptions { SendsAlarms = sendsAlarms });
        await using var connection = await plant.ConnectAsync(cancel);
        var result = await connection.AskAsync(
            ObjectLife.Create(connection.Ids.Subscriptions, alarms),
            (ref answer) => new S7PlusReturnValue(answer.Vlq64()),
            cancel
        );
        Assert.That(result.IsError, Is.Not.EqualTo(sendsAlarms));
        Assert.That(plant.Plus.Subscriptions, Is.EqualTo(sendsAlarms ? 1 : 0));
        Assert.That(await plant.ReadAsync(connection, cancel, "DB_Pack.Fixed"), Is.EqualTo(new[] { "0000" }));
    }

    [Test]
    public async Task A_download_ends_the_items_that_are_gone_and_no_others(CancellationToken cancel)
    {
        await using var plant = new PlusPlant();
        await using var connection = await plant.ConnectAsync(cancel);
        var news = Channel.CreateUnbounded<string>();
        var subscription = await connection.SubscribeAsync(
            Items(plant, "DB_Pack.Count", "DB_Pack.Fixed", "DB_Classic.A"),
            Fast,
            Tell(news),
            cancel
        );
        await news.Reader.ReadAsync(cancel);

        var fewer = PlusPlant.Pack with
        {
            Symbols = [.. PlusPlant.Pack.Symbols.Where(symbol => symbol.Path != "Count"), new("Added", "DInt")],
        };
        plant.Plus.Download([fewer, PlusPlant.Classic]);
        plant.Plus.Set("DB_Classic.A", [0, 5]);
        while (subscription.StatusOf(0) == S7PlusItemStatus.Ok || subscription.DataOf(2).SequenceEqual(new byte[2]))
            await news.Reader.ReadAsync(cancel);
        Assert.That(subscription.StatusOf(0), Is.EqualTo(S7PlusItemStatus.SymbolChanged));
        Assert.That(subscription.StatusOf(1), Is.EqualTo(S7PlusItemStatus.Ok));
        Assert.That(subscription.DataOf(2).ToArray(), Is.EqualTo(new byte[] { 0, 5 }));
    }

    [Test]
    public async Task A_download_keeps_the_ids_of_what_stays_and_gives_none_twice(CancellationToken cancel)
    {
        await using var plant = new PlusPlant();
        var count = plant.Plus.ItemOf("DB_Pack.Count");
        var made = plant.Plus.ItemOf("DB_Pack.Made.MINUTE");
        var last = plant.Plus.ItemOf("DB_Pack.Fixed").Address.Lids[^1];
        plant.Plus.Download([
            PlusPlant.Pack with
            {
                Symbols = [new("Added", "Int"), .. PlusPlant.Pack.Symbols.Where(symbol => symbol.Path != "Count"), new("Count", "Real")],
            },
        ]);
        Assert.That(plant.Plus.ItemOf("DB_Pack.Made.MINUTE").Address, Is.EqualTo(made.Address));
        Assert.That(plant.Plus.ItemOf("DB_Pack.Added").Address.Lids[^1], Is.GreaterThan(last));
        Assert.That(plant.Plus.ItemOf("DB_Pack.Count").Address.Lids[^1], Is.GreaterThan(last));
        await using var connection = await plant.ConnectAsync(cancel);
        var job = new S7PlusReadJob([count]);
        await connection.ReadAsync(job, cancel);
        Assert.That(job.StatusOf(0).TellsOfDownload(), Is.True);
    }

    [Test]
    public async Task A_CPU_without_room_refuses_the_subscription_and_goes_on(CancellationToken cancel)
    {
        await using var plant = new PlusPlant(new SoftPlusOptions { MaxSubscriptionItems = 1 });
        await using var connection = await plant.ConnectAsync(cancel);
        await Assert.ThrowsAsync<S7PlusRefusedException>(() =>
            connection.SubscribeAsync(Items(plant, "DB_Pack.Count", "DB_Pack.Fixed"), Fast, _ => { }, cancel)
        );
        Assert.That(plant.Plus.Subscriptions, Is.Zero);
        Assert.That(await plant.ReadAsync(connection, cancel, "DB_Pack.Fixed"), Is.EqualTo(new[] { "0000" }));
    }

    private static S7PlusItem[] Items(PlusPlant plant, params string[] symbols) => [.. symbols.Select(plant.Plus.ItemOf)];

    private static S7PlusNotified Tell(Channel<string> news) =>
        subscription =>
        {
            var changed = subscription.Changed.ToArray();
            news.Writer.TryWrite(string.Join(' ', changed.Select(item => $"{item}={Convert.ToHexString(subscription.DataOf(item))}")));
        };
}
