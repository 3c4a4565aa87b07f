using System.Threading.Channels;
using S7OpcBridge.S7;
using S7OpcBridge.S7Plus;

namespace S7OpcBridge.Simulator.Tests.Plus;

/// <summary>PLC tags: symbols of I, Q, M, timers and counters.</summary>
[CancelAfter(60_000)]
internal sealed class PlusTagTests
{
    private static readonly SoftTag Motor = new("Motor_On", "Bool", "%M0.3");
    private static readonly SoftTag Level = new("Level", "Real", "%MD4");
    private static readonly SoftTag[] Tags =
    [
        Motor,
        Level,
        new("Start.1", "Bool", "%I1.0"),
        new("Raw", "Word", "%IW64"),
        new("Valve", "Byte", "%QB2"),
        new("Wait", "Timer", "%T5"),
        new("Parts", "Counter", "%C7"),
        new("Fixed", "Int", "%MW20") { IsWritable = false },
    ];

    [Test]
    public async Task The_client_finds_reads_and_writes_tags_of_every_area(CancellationToken cancel)
    {
        await using var plant = Plant();
        using (var memory = plant.Plc.Memory.Hold())
        {
            memory.Area(S7Area.Markers)[0] = 0xF7;
            memory.Area(S7Area.Inputs)[1] = 1;
            memory.Area(S7Area.Inputs)[64] = 0x12;
            memory.Area(S7Area.Timers)[11] = 0x25;
            memory.Area(S7Area.Counters)[15] = 0x42;
        }

        await using var connection = await plant.ConnectAsync(cancel);
        var program = await S7PlusProgram.BrowseAsync(connection, cancel);
        string[] symbols = ["\"Motor_On\"", "\"level\"", "\"Start.1\"", "\"Raw\"", "\"Valve\"", "\"Wait\"", "\"Parts\""];
        var items = new List<S7PlusItem>();
        foreach (var symbol in symbols)
            items.Add((await program.FindAsync(symbol, cancel)).Symbol!.Item!.Value);
        Assert.That(items.Select(item => item.Address.Area), Is.EqualTo(new uint[] { 82, 82, 80, 80, 81, 84, 83 }));
        Assert.That(items.Select(item => item.Address.Lids[0]), Is.EqualTo(new uint[] { 9, 10, 9, 10, 9, 9, 9 }));
        Assert.That(items.Select(item => item.Address.Crc), Has.None.Zero);
        Assert.That(await ReadAsync(connection, items, cancel), Is.EqualTo(new[] { "00", "00000000", "01", "1200", "00", "0025", "0042" }));

        var job = new S7PlusWriteJob([items[0], items[1], items[4]]);
        job.SetData(0, [1]);
        job.SetData(1, [0x41, 0x20, 0, 0]);
        job.SetData(2, [0x55]);
        await connection.WriteAsync(job, cancel);
        Assert.That(Enumerable.Range(0, 3).Select(job.StatusOf), Is.All.EqualTo(S7PlusItemStatus.Ok));
        using (var memory = plant.Plc.Memory.Hold())
        {
            Assert.That(memory.Area(S7Area.Markers)[0], Is.EqualTo(0xFF), "the neighbouring bits stay");
            Assert.That(memory.Area(S7Area.Markers)[4..8].ToArray(), Is.EqualTo(new byte[] { 0x41, 0x20, 0, 0 }));
            Assert.That(memory.Area(S7Area.Outputs)[2], Is.EqualTo(0x55));
        }

        Assert.That((short)await plant.WriteAsync(connection, "Fixed", [0, 1], cancel), Is.EqualTo(-50));
    }

    [Test]
    public async Task A_changed_table_is_a_download(CancellationToken cancel)
    {
        await using var plant = Plant();
        await using var connection = await plant.ConnectAsync(cancel);
        var program = await S7PlusProgram.BrowseAsync(connection, cancel);
        Assert.That(await program.FindChangesAsync(cancel), Is.Empty);
        Assert.That(await program.FindChangesAsync(cancel), Is.Empty);
        plant.Plus.Download([PlusPlant.Pack, PlusPlant.Classic], [.. Tags, new("New", "Int", "%MW40")]);
        Assert.That(await program.FindChangesAsync(cancel), Is.EqualTo(new[] { "Memory" }));
        var now = await S7PlusProgram.BrowseAsync(connection, cancel);
        Assert.That(await now.FindChangesAsync(cancel), Is.Empty);
    }

    [Test]
    public async Task Symbol_and_address_are_the_same_memory_for_scripts_and_classic_clients(CancellationToken cancel)
    {
        await using var plant = Plant();
        plant.Plus.Set("Level", [1, 2, 3, 4]);
        Assert.That(plant.Plus.AddressOf("\"Motor_On\"").ToString(), Is.EqualTo("M0.3"));
        Assert.That(plant.Plus.AddressOf("\"Start.1\"").ToString(), Is.EqualTo("I1.0"));
        Assert.That(plant.Plus.AddressOf("Wait").ToString(), Is.EqualTo("T5"));
        await using var connection = await plant.ConnectAsync(cancel);
        Assert.That(await plant.ReadAsync(connection, cancel, "Level"), Is.EqualTo(new[] { "01020304" }));
        using var memory = plant.Plc.Memory.Hold();
        Assert.That(memory.Area(S7Area.Markers)[4..8].ToArray(), Is.EqualTo(new byte[] { 1, 2, 3, 4 }));
    }

    [Test]
    public async Task Browsing_lists_the_tags_by_their_quoted_names(CancellationToken cancel)
    {
        await using var plant = Plant();
        await using var connection = await plant.ConnectAsync(cancel);
        var program = await S7PlusProgram.BrowseAsync(connection, cancel);
        await program.LoadTypesAsync(cancel);
        var found = new List<string>();
        foreach (var table in program.Blocks.Where(block => block.Number is null))
        {
            await foreach (var symbol in program.ItemsBelowAsync(S7PlusProgram.SymbolOf(table), new S7PlusSymbolBudget(), cancel))
                found.Add($"{symbol.Path} {symbol.Type}{(symbol.IsReadOnly ? " fixed" : "")}");
        }

        Assert.That(
            found.Select(each => each.Replace(" fixed", "", StringComparison.Ordinal)),
            Is.EqualTo(
                new[]
                {
                    "\"Start.1\" Bool",
                    "\"Raw\" Word",
                    "\"Valve\" Byte",
                    "\"Motor_On\" Bool",
                    "\"Level\" Real",
                    "\"Fixed\" Int",
                    "\"Wait\" Timer",
                    "\"Parts\" Counter",
                }
            )
        );
        Assert.That(found, Does.Contain("\"Fixed\" Int fixed").And.Contain("\"Level\" Real"));
    }

    [Test]
    public async Task A_renamed_tag_fails_by_its_checksum_and_a_moved_or_removed_one_by_its_id(CancellationToken cancel)
    {
        await using var plant = Plant();
        await using var connection = await plant.ConnectAsync(cancel);
        var items = new List<S7PlusItem>();
        foreach (var name in new[] { "Motor_On", "Level", "Valve", "Raw" })
            items.Add(plant.Plus.ItemOf(name));
        SoftTag[] changed =
        [
            Motor with
            {
                Name = "Motor_Off",
            },
            Level with
            {
                Address = "%MD8",
            },
            .. Tags.Where(tag => tag.Name is not ("Motor_On" or "Level" or "Valve")),
        ];
        plant.Plus.Download([PlusPlant.Pack], changed);
        Assert.That(await ReadAsync(connection, items, cancel), Is.EqualTo(new[] { "-17", "-255", "-255", "0000" }));
        var withoutCheck = items[0] with
        {
            Address = new S7PlusAddress(items[0].Address.Area, items[0].Address.SubArea, items[0].Address.Lids),
        };
        Assert.That(await ReadAsync(connection, [withoutCheck], cancel), Is.EqualTo(new[] { "00" }), "0 disables the check");
        Assert.That(plant.Plus.ItemOf("Level").Address.Lids[0], Is.GreaterThan(10), "no id is used twice");
        plant.Plus.Download([PlusPlant.Pack], Tags);
        Assert.That(plant.Plus.ItemOf("Valve").Address.Lids[0], Is.EqualTo(10), "also after a removal");
    }

    [Test]
    public async Task A_subscription_tells_changes_of_a_tag_and_that_it_was_renamed(CancellationToken cancel)
    {
        await using var plant = Plant();
        await using var connection = await plant.ConnectAsync(cancel);
        var news = Channel.CreateUnbounded<bool>();
        var subscription = await connection.SubscribeAsync(
            new[] { plant.Plus.ItemOf("Motor_On"), plant.Plus.ItemOf("Parts") },
            new S7PlusSubscriptionOptions { Cycle = TimeSpan.FromMilliseconds(100) },
            _ => news.Writer.TryWrite(true),
            cancel
        );
        await news.Reader.ReadAsync(cancel);
        using (var memory = plant.Plc.Memory.Hold())
        {
            memory.Area(S7Area.Markers)[0] = 8;
            memory.Area(S7Area.Counters)[15] = 9;
        }

        while (!(subscription.DataOf(0)[0] == 1 && subscription.DataOf(1)[1] == 9))
            await news.Reader.ReadAsync(cancel);
        plant.Plus.Download([PlusPlant.Pack], [Motor with { Name = "Other" }, .. Tags.Skip(1)]);
        while (subscription.StatusOf(0) == S7PlusItemStatus.Ok)
            await news.Reader.ReadAsync(cancel);
        Assert.That(subscription.StatusOf(0), Is.EqualTo(S7PlusItemStatus.SymbolChanged));
        Assert.That(subscription.StatusOf(1), Is.EqualTo(S7PlusItemStatus.Ok));
    }

    [TestCase("A", "Bool", "%DB1.DBX0.0", "no address of I, Q, M, T or C")]
    [TestCase("A", "Bool", "hello", "The PLC tag A: ")]
    [TestCase("A", "String[10]", "%MB0", "elementary type")]
    [TestCase("A", "Int", "%MD0", "four bytes")]
    [TestCase("A", "Array[0..3] of Int", "%MW0", "elementary type")]
    [TestCase("A", "Int", "%T1", "is a Timer")]
    [TestCase("level", "Int", "%MW0", "two PLC tags")]
    [TestCase("DB_Pack", "Int", "%MW0", "a block and a PLC tag")]
    public async Task A_wrong_tag_is_refused_and_nothing_is_changed(string name, string type, string address, string says)
    {
        await using var plant = Plant();
        var before = plant.Plus.Program;
        Assert.That(
            () => plant.Plus.Download([PlusPlant.Pack], [Level, new SoftTag(name, type, address)]),
            Throws.TypeOf<SoftPlcException>().With.Message.Contains(says)
        );
        Assert.That(plant.Plus.Program, Is.SameAs(before));
    }

    [Test]
    public void A_download_dates_the_areas_whose_tags_have_changed_and_no_others()
    {
        var time = new Testing.ManualClock();
        var plus = new SoftPlc(new SoftPlcOptions { Plus = new SoftPlusOptions { Tags = Tags } }, time).Plus!;
        var before = plus.Program.Areas.Select(area => area.Modified).ToArray();
        Assert.That(before, Is.All.GreaterThan(0));
        time.Advance(TimeSpan.FromHours(1));
        plus.Download([], [.. Tags.Where(tag => tag.Name != "Wait")]);
        var after = plus.Program.Areas.Select(area => area.Modified).ToArray();
        Assert.That(after.Zip(before, (now, then) => now > then), Is.EqualTo(new[] { false, false, false, true, false }));
        plus.Download([PlusPlant.Pack]);
        Assert.That(plus.Program.Areas.Select(area => area.Modified), Is.EqualTo(after), "blocks alone leave the tags");
    }

    private static PlusPlant Plant() => new(new SoftPlusOptions { Tags = Tags });

    private static async Task<string[]> ReadAsync(S7PlusConnection connection, IReadOnlyList<S7PlusItem> items, CancellationToken cancel)
    {
        var job = new S7PlusReadJob(items.ToArray());
        await connection.ReadAsync(job, cancel);
        return
        [
            .. Enumerable
                .Range(0, job.Count)
                .Select(i => job.StatusOf(i) == S7PlusItemStatus.Ok ? Convert.ToHexString(job.DataOf(i)) : $"{(short)job.StatusOf(i)}"),
        ];
    }
}
