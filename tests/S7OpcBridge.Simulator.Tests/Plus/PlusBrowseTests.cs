using S7OpcBridge.S7Plus;

namespace S7OpcBridge.Simulator.Tests.Plus;

/// <summary>Our browser finds the symbols of the soft PLC, and what it finds can be read.</summary>
[CancelAfter(60_000)]
internal sealed class PlusBrowseTests
{
    [Test]
    public async Task All_that_is_found_below_a_block_can_be_read_unless_it_is_hidden(CancellationToken cancel)
    {
        await using var plant = new PlusPlant();
        await using var connection = await plant.ConnectAsync(cancel);
        var program = await S7PlusProgram.BrowseAsync(connection, cancel);
        var symbols = new List<S7PlusSymbol>();
        foreach (var block in program.Blocks.Where(block => block.Number is not null))
        {
            await foreach (var symbol in program.ItemsBelowAsync(S7PlusProgram.SymbolOf(block), new S7PlusSymbolBudget(), cancel))
                symbols.Add(symbol);
        }
        Assert.That(
            symbols.Select(symbol => symbol.Path),
            Is.SupersetOf(
                new[]
                {
                    "\"DB_Pack\".State.Running",
                    "\"DB_Pack\".Temps",
                    "\"DB_Pack\".Motors[2].Speed",
                    "\"DB_Pack\".Made",
                    "\"DB_Pack\".Grid",
                    "\"DB_Classic\".B",
                }
            )
        );
        var visible = symbols.Where(symbol => symbol.IsAccessible).ToArray();
        Assert.That(symbols.Except(visible).Select(symbol => symbol.Path), Is.EqualTo(new[] { "\"DB_Pack\".Secret" }));
        Assert.That(visible.Where(symbol => symbol.IsReadOnly).Select(symbol => symbol.Path), Is.EqualTo(new[] { "\"DB_Pack\".Fixed" }));
        var job = new S7PlusReadJob([.. visible.Select(symbol => symbol.Item!.Value)]);
        await connection.ReadAsync(job, cancel);
        Assert.Multiple(() =>
        {
            for (var i = 0; i < visible.Length; i++)
                Assert.That(job.StatusOf(i), Is.EqualTo(S7PlusItemStatus.Ok), visible[i].Path);
        });
    }

    [Test]
    public async Task A_download_is_seen_by_items_and_by_the_list_of_blocks_and_browsing_again_finds_the_new_place(CancellationToken cancel)
    {
        await using var plant = new PlusPlant();
        await using var connection = await plant.ConnectAsync(cancel);
        var program = await S7PlusProgram.BrowseAsync(connection, cancel);
        var before = (await program.FindAsync("\"DB_Pack\".Count", cancel)).Symbol!;
        plant.Plus.Download([
            PlusPlant.Pack with
            {
                Symbols = [.. PlusPlant.Pack.Symbols.Select(symbol => symbol.Path == "Count" ? new SoftSymbol("Count", "Real") : symbol)],
            },
        ]);

        var job = new S7PlusReadJob([before.Item!.Value]);
        await connection.ReadAsync(job, cancel);
        Assert.That(job.StatusOf(0).TellsOfDownload(), job.StatusOf(0).ToString());
        Assert.That(await program.FindChangesAsync(cancel), Does.Contain("DB_Pack").And.Contain("DB_Classic"));

        var again = (await (await S7PlusProgram.BrowseAsync(connection, cancel)).FindAsync("\"DB_Pack\".Count", cancel)).Symbol!;
        Assert.That(again.Type, Is.EqualTo(S7PlusType.Real));
        job = new S7PlusReadJob([again.Item!.Value]);
        await connection.ReadAsync(job, cancel);
        Assert.That(job.StatusOf(0), Is.EqualTo(S7PlusItemStatus.Ok));
    }

    [Test]
    public async Task Other_start_values_begin_the_memory_of_their_block_anew_and_leave_its_symbols_where_they_are(CancellationToken cancel)
    {
        await using var plant = new PlusPlant();
        await using var connection = await plant.ConnectAsync(cancel);
        var program = await S7PlusProgram.BrowseAsync(connection, cancel);
        var before = plant.Plus.ItemOf("\"DB_Pack\".Count").Address;
        plant.Plus.Set("\"DB_Pack\".Count", [0, 0, 0, 9]);
        plant.Plus.Set("\"DB_Classic\".A", [0, 9]);

        plant.Plus.Download([PlusPlant.Pack with { Starts = [new SoftStart("Count", "7")] }, PlusPlant.Classic]);

        Assert.That(
            await plant.ReadAsync(connection, cancel, "\"DB_Pack\".Count", "\"DB_Classic\".A"),
            Is.EqualTo(new[] { "00000007", "0009" })
        );
        Assert.That(plant.Plus.ItemOf("\"DB_Pack\".Count").Address, Is.EqualTo(before));
        Assert.That(await program.FindChangesAsync(cancel), Is.Empty, "the interface of no block was changed");
    }

    [TestCase("LDT", "LDT#1970-01-01-00:00:01.123456789", "0000000042F69715")]
    [TestCase("LDT", "LDT#1970-01-01-00:00:01.12345678", "0000000042F6970C")]
    [TestCase("LDT", "LDT#1970-01-01-00:00:01.5", "0000000059682F00")]
    [TestCase("LTOD", "LTOD#00:00:01.123456789", "0000000042F69715")]
    [TestCase("DTL", "DTL#2026-01-31-12:34:56.123456789", "07EA011F070C2238075BCD15")]
    public async Task A_start_value_has_all_nine_decimals(string type, string start, string bytes)
    {
        await using var plant = new PlusPlant();
        plant.Plus.Download([new SoftBlock("DB_Time", 20, [new("At", type)]) { Starts = [new SoftStart("At", start)] }]);
        Assert.That(Convert.ToHexString(plant.Plus.Get("DB_Time.At")), Is.EqualTo(bytes));
    }

    [Test]
    public async Task A_download_with_a_start_value_that_is_none_changes_nothing()
    {
        await using var plant = new PlusPlant();
        plant.Plus.Set("\"DB_Pack\".Count", [0, 0, 0, 9]);

        Assert.That(
            () => plant.Plus.Download([PlusPlant.Pack with { Starts = [new SoftStart("Count", "much")] }]),
            Throws.InstanceOf<SoftPlcException>().With.Message.Contains("much is no DInt")
        );

        Assert.That(
            (plant.Plus.Get("\"DB_Pack\".Count"), plant.Plus.Get("\"DB_Classic\".A")),
            Is.EqualTo((new byte[] { 0, 0, 0, 9 }, new byte[2]))
        );
    }

    [Test]
    public async Task Five_thousand_symbols_are_browsed_and_read_within_the_limits_of_the_CPU(CancellationToken cancel)
    {
        var blocks = Enumerable
            .Range(1, 50)
            .Select(number => new SoftBlock(
                $"DB_{number}",
                number,
                [.. Enumerable.Range(1, 100).Select(i => new SoftSymbol($"Value_{i}", "DInt"))]
            ))
            .ToArray();
        await using var plant = new PlusPlant(new SoftPlusOptions { MaxReadItems = 50 });
        plant.Plus.Download(blocks);
        await using var connection = await plant.ConnectAsync(cancel);
        var program = await S7PlusProgram.BrowseAsync(connection, cancel);
        await program.LoadTypesAsync(cancel);
        var items = new List<S7PlusItem>();
        foreach (var block in program.Blocks.Where(block => block.Number is not null))
        {
            await foreach (var symbol in program.ItemsBelowAsync(S7PlusProgram.SymbolOf(block), new S7PlusSymbolBudget(), cancel))
                items.Add(symbol.Item!.Value);
        }
        Assert.That(items, Has.Count.EqualTo(5000));
        var plan = S7PlusReadPlan.ForReads([.. items], connection.Limits);
        Assert.That(plan.Count, Is.EqualTo(plan.LowerBound));
        for (var i = 0; i < plan.Count; i++)
        {
            var job = new S7PlusReadJob([.. plan.ItemsOf(i).ToArray().Select(item => items[item])]);
            await connection.ReadAsync(job, cancel);
            Assert.That(Enumerable.Range(0, job.Count).Select(job.StatusOf), Is.All.EqualTo(S7PlusItemStatus.Ok));
        }
    }
}
