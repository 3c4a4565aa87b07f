using S7OpcBridge.S7Plus;

namespace S7OpcBridge.Simulator.Tests.Plus;

/// <summary>Our client reads and writes symbols of the soft PLC.</summary>
[CancelAfter(60_000)]
internal sealed class PlusItemTests
{
    [Test]
    public async Task The_client_learns_the_CPU_and_its_limits(CancellationToken cancel)
    {
        await using var plant = new PlusPlant(new SoftPlusOptions { MaxReadItems = 33, MaxWriteItems = 22 });
        await using var connection = await plant.ConnectAsync(cancel);
        Assert.That(connection.Cpu, Is.EqualTo("1;6ES7 512-1DM03-0AB0;V4.1"));
        Assert.That((connection.Limits.ItemsPerRead, connection.Limits.ItemsPerWrite), Is.EqualTo((33, 22)));
        Assert.That(connection.Certificate.Thumbprint, Is.EqualTo(plant.Plus.Thumbprint));
        Assert.That(plant.Plus.Sessions, Is.EqualTo(1));
    }

    [Test]
    public async Task A_text_keeps_the_maximum_length_of_its_declaration_and_takes_none_that_is_longer(CancellationToken cancel)
    {
        await using var plant = new PlusPlant();
        await using var connection = await plant.ConnectAsync(cancel);
        var text = new byte[22];
        (text[0], text[1], text[2]) = (254, 1, (byte)'A');
        Assert.That(await plant.WriteAsync(connection, "DB_Pack.Name", text, cancel), Is.EqualTo(S7PlusItemStatus.Ok));
        Assert.That(plant.Plus.Get("DB_Pack.Name")[..3], Is.EqualTo(new byte[] { 20, 1, (byte)'A' }));
        text[1] = 21;
        Assert.That(await plant.WriteAsync(connection, "DB_Pack.Name", text, cancel), Is.EqualTo(S7PlusItemStatus.ConversionFailed));
        Assert.That(plant.Plus.Get("DB_Pack.Name")[..3], Is.EqualTo(new byte[] { 20, 1, (byte)'A' }));
    }

    [Test]
    public async Task Values_of_all_forms_arrive_in_one_request(CancellationToken cancel)
    {
        await using var plant = new PlusPlant();
        plant.Plus.Set("DB_Pack.State.Speed", [0x41, 0x20, 0, 0]);
        plant.Plus.Set("DB_Pack.State.Fault", [1]);
        plant.Plus.Set("DB_Pack.Count", [0xFF, 0xFF, 0xFF, 0x01]);
        plant.Plus.Set("DB_Pack.Temps[3]", [0x12, 0x34]);
        plant.Plus.Set("DB_Pack.Bits[12]", [1]);
        plant.Plus.Set("DB_Pack.Motors[2].Speed", [0x42, 0x48, 0, 0]);
        plant.Plus.Set("DB_Pack.Made", [0x07, 0xEA, 11, 22, 1, 23, 59, 58, 0, 0, 0, 1]);
        plant.Plus.Set("DB_Pack.Grid[1,2]", [0, 0, 0, 7]);
        await using var connection = await plant.ConnectAsync(cancel);
        var read = await plant.ReadAsync(
            connection,
            cancel,
            "DB_Pack.State.Running",
            "DB_Pack.State.Fault",
            "DB_Pack.State.Speed",
            "DB_Pack.Count",
            "DB_Pack.Name",
            "DB_Pack.Temps",
            "DB_Pack.Temps[3]",
            "DB_Pack.Bits",
            "DB_Pack.Bits[12]",
            "DB_Pack.Motors[2].Speed",
            "DB_Pack.Made",
            "DB_Pack.Made.MINUTE",
            "DB_Pack.Grid",
            "DB_Pack.Grid[1,2]"
        );
        Assert.That(
            read,
            Is.EqualTo(
                new[]
                {
                    "00",
                    "01",
                    "41200000",
                    "FFFFFF01",
                    "14" + new string('0', 42),
                    "0000000000001234000000000000000000000000",
                    "1234",
                    "0008",
                    "01",
                    "42480000",
                    "07EA0B1601173B3A00000001",
                    "3B",
                    "00000000000000000000000000000000" + "00000007" + "00000000",
                    "00000007",
                }
            )
        );
        Assert.That(plant.Plc.Counters.ReadJobs, Is.EqualTo(2), "one for the limits, one for all items");
    }

    [Test]
    public async Task What_is_written_is_in_the_PLC_and_its_neighbours_are_not_touched(CancellationToken cancel)
    {
        await using var plant = new PlusPlant();
        await using var connection = await plant.ConnectAsync(cancel);
        (string Symbol, byte[] Bytes)[] writes =
        [
            ("DB_Pack.State.Fault", [1]),
            ("DB_Pack.State.Speed", [0x40, 0x60, 0, 0]),
            ("DB_Pack.Count", [0x80, 0, 0, 0]),
            ("DB_Pack.Temps[9]", [0xFF, 0xFE]),
            ("DB_Pack.Bits[2]", [1]),
            ("DB_Pack.Motors[3].On", [1]),
            ("DB_Pack.Made", [0x07, 0xEA, 1, 2, 3, 4, 5, 6, 0, 0, 0, 9]),
            ("DB_Pack.Grid[0,3]", [1, 2, 3, 4]),
            ("DB_Pack.Name", [20, 2, (byte)'H', (byte)'i', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
        ];
        foreach (var (symbol, bytes) in writes)
            Assert.That(await plant.WriteAsync(connection, symbol, bytes, cancel), Is.EqualTo(S7PlusItemStatus.Ok), symbol);
        foreach (var (symbol, bytes) in writes)
            Assert.That(plant.Plus.Get(symbol), Is.EqualTo(bytes), symbol);
        Assert.That(plant.Plus.Get("DB_Pack.State.Running"), Is.EqualTo(new byte[] { 0 }));
        Assert.That(plant.Plus.Get("DB_Pack.Bits"), Is.EqualTo(new byte[] { 2, 0 }));
    }

    [Test]
    public async Task A_bad_item_does_not_harm_its_neighbours(CancellationToken cancel)
    {
        await using var plant = new PlusPlant();
        await using var connection = await plant.ConnectAsync(cancel);
        var good = plant.Plus.ItemOf("DB_Pack.Count");
        S7PlusItem[] items =
        [
            good,
            good with
            {
                Address = new S7PlusAddress(good.Address.Area, good.Address.SubArea, good.Address.Lids, good.Address.Crc ^ 1),
            },
            good with
            {
                Address = new S7PlusAddress(good.Address.Area, good.Address.SubArea, [77]),
            },
            good with
            {
                Address = new S7PlusAddress(0x8A0E_0063, good.Address.SubArea, good.Address.Lids),
            },
            good with
            {
                Shape = new S7PlusShape(S7PlusType.Real),
            },
            good,
        ];
        var job = new S7PlusReadJob(items);
        await connection.ReadAsync(job, cancel);
        Assert.That(
            Enumerable.Range(0, 6).Select(job.StatusOf).Select(status => (short)status),
            Is.EqualTo(new short[] { (short)S7PlusItemStatus.Ok, -17, -255, -12, (short)job.StatusOf(4), (short)S7PlusItemStatus.Ok })
        );
        Assert.That(job.StatusOf(4), Is.Not.EqualTo(S7PlusItemStatus.Ok));
    }

    [Test]
    public async Task Attributes_for_panels_are_kept(CancellationToken cancel)
    {
        await using var plant = new PlusPlant();
        await using var connection = await plant.ConnectAsync(cancel);
        Assert.That((short)await plant.WriteAsync(connection, "DB_Pack.Fixed", [0, 1], cancel), Is.EqualTo(-50));
        Assert.That(plant.Plus.Get("DB_Pack.Fixed"), Is.EqualTo(new byte[] { 0, 0 }));
        var hidden = new S7PlusReadJob([
            new S7PlusItem(
                Simulator.Plus.Symbols.SymbolNames.AddressOf(plant.Plus.Program, "DB_Pack.Secret")!,
                new S7PlusShape(S7PlusType.Int)
            ),
        ]);
        await connection.ReadAsync(hidden, cancel);
        Assert.That((short)hidden.StatusOf(0), Is.EqualTo(-100));
    }

    [Test]
    public async Task More_items_than_the_CPU_takes_are_refused_as_a_whole(CancellationToken cancel)
    {
        await using var plant = new PlusPlant(new SoftPlusOptions { MaxReadItems = 4 });
        await using var connection = await plant.ConnectAsync(cancel);
        var job = new S7PlusReadJob(Enumerable.Repeat(plant.Plus.ItemOf("DB_Pack.Count"), 5).ToArray());
        var refused = await Assert.ThrowsAsync<S7PlusRefusedException>(async () => await connection.ReadAsync(job, cancel));
        Assert.That(refused!.Code.Code, Is.EqualTo(-4));
        Assert.That(
            await plant.ReadAsync(connection, cancel, "DB_Pack.Count"),
            Is.EqualTo(new[] { "00000000" }),
            "the connection lives on"
        );
    }

    [Test]
    public async Task A_request_longer_than_the_PLC_takes_ends_the_connection(CancellationToken cancel)
    {
        await using var plant = new PlusPlant(new SoftPlusOptions { MaxRequestBytes = 300 });
        await using var connection = await plant.ConnectAsync(cancel);
        var job = new S7PlusReadJob(Enumerable.Repeat(plant.Plus.ItemOf("DB_Pack.Count"), 80).ToArray());
        await Assert.ThrowsAsync<S7PlusLinkException>(async () => await connection.ReadAsync(job, cancel));
        Assert.That(connection.IsAlive, Is.False);
    }

    [Test]
    public async Task Classic_bytes_of_a_block_that_is_not_optimised_are_read_by_both_protocols(CancellationToken cancel)
    {
        await using var plant = new PlusPlant();
        plant.Plus.Set("DB_Classic.B", [1, 2, 3, 4]);
        await using var connection = await plant.ConnectAsync(cancel);
        var job = new S7PlusReadJob([
            new S7PlusItem(S7PlusAddress.Classic(12, 2, 4), new S7PlusShape(S7PlusType.Byte, 0, 4)),
            new S7PlusItem(S7PlusAddress.Classic(10, 0, 4), new S7PlusShape(S7PlusType.Byte, 0, 4)),
        ]);
        await connection.ReadAsync(job, cancel);
        Assert.That(job.DataOf(0).ToArray(), Is.EqualTo(new byte[] { 1, 2, 3, 4 }));
        Assert.That(job.StatusOf(1), Is.Not.EqualTo(S7PlusItemStatus.Ok), "optimised blocks have no bytes");
        await using var classic = await RawCaller.OpenAsync(plant.Plc, cancel);
        Assert.That(await classic.AskPduAsync(Requests.Read(1, Requests.DbBytes(12, 2, 4))), Does.EndWith("01 02 03 04"));
        Assert.That(await classic.AskPduAsync(Requests.Read(2, Requests.DbBytes(10, 0, 1))), Does.Not.EndWith("FF 04 00 08 00"));
    }
}
