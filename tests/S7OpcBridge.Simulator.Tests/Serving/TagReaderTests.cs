using S7OpcBridge.S7;

namespace S7OpcBridge.Simulator.Tests;

/// <summary>The reader of tags at a PLC.</summary>
[CancelAfter(60_000)]
internal sealed class TagReaderTests
{
    private SoftPlc _plc = null!;
    private S7Connection _connection = null!;

    [SetUp]
    public async Task Connect()
    {
        _plc = new SoftPlc(new SoftPlcOptions { Behavior = CpuBehaviors.S7_1200 }, TimeProvider.System);
        _plc.Memory.AddBlock(1, 1000);
        using (var memory = _plc.Memory.Hold())
        {
            for (var i = 0; i < 1000; i++)
                memory.Block(1)[i] = (byte)('a' + i % 26);
        }
        _plc.Start();
        _connection = await S7Connection.ConnectAsync(
            new S7ConnectionOptions { Host = "127.0.0.1", Port = _plc.Port },
            TimeProvider.System,
            CancellationToken.None
        );
    }

    [TearDown]
    public async Task Disconnect()
    {
        await _connection.DisposeAsync();
        await _plc.DisposeAsync();
    }

    [Test]
    public async Task A_tag_that_is_longer_than_a_PDU_is_read_in_pieces(CancellationToken cancel)
    {
        var reader = new S7TagReader(_connection, "DB1.DBB2 Chars(700)", "DB1.DBB0 Char");
        Assert.That(reader.Requests, Is.GreaterThan(2), $"a PDU has {_connection.PduSize} bytes");

        var values = await reader.ReadAsync(cancel);

        var expected = string.Concat(Enumerable.Range(2, 700).Select(i => (char)('a' + i % 26)));
        Assert.That(values.Select(value => value.Value.ToString()), Is.EqualTo(new[] { expected, "a" }));
    }

    [Test]
    public async Task A_tag_that_is_not_there_has_its_status_and_harms_no_other(CancellationToken cancel)
    {
        var values = await new S7TagReader(_connection, "DB1.DBB990 Chars(20)", "DB1.DBB0 Char", "DB9.DBX0.0").ReadAsync(cancel);
        Assert.That(
            values.Select(value => value.Status),
            Is.EqualTo(new[] { S7ItemStatus.OutOfRange, S7ItemStatus.Ok, S7ItemStatus.ObjectMissing })
        );
        Assert.That(values[0].Value.Kind, Is.EqualTo(S7ValueKind.None));
    }

    [Test]
    public async Task Bytes_that_are_no_value_of_the_type_are_no_value(CancellationToken cancel)
    {
        var values = await new S7TagReader(_connection, "DB1.DBB0 DT").ReadAsync(cancel);
        Assert.That((values[0].Status, values[0].Value.Kind), Is.EqualTo((S7ItemStatus.Ok, S7ValueKind.None)));
    }

    [TestCase("DB1.DBD4", "Real")]
    [TestCase("DB1.DBD4 Rael", "Real")]
    [TestCase("DB1.DBW4 Real", "DBD")]
    [TestCase("DBX1", "DB")]
    public void A_tag_that_is_wrong_is_named_with_what_to_write(string tag, string remedy) =>
        Assert.That(
            () => new S7TagReader(_connection, tag),
            Throws.TypeOf<FormatException>().With.Message.StartsWith(tag).And.Message.Contains(remedy)
        );
}
