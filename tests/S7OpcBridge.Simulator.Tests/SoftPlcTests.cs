using System.Net;
using System.Net.Sockets;
using System.Text;
using S7OpcBridge.S7;
using S7OpcBridge.Simulator.Shapes;
using static S7OpcBridge.Simulator.Tests.Requests;

namespace S7OpcBridge.Simulator.Tests;

[CancelAfter(20_000)]
internal sealed class SoftPlcTests
{
    [Test]
    public async Task A_port_in_use_is_one_clear_sentence()
    {
        using var other = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        other.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        other.Listen();
        var port = ((IPEndPoint)other.LocalEndPoint!).Port;
        await using var plc = new SoftPlc(new SoftPlcOptions { Name = "Line1", Port = port }, TimeProvider.System);
        Assert.That(
            plc.Start,
            Throws
                .InstanceOf<SoftPlcException>()
                .With.Message.EqualTo(
                    $"The soft PLC Line1 cannot listen on 127.0.0.1:{port}: the port is in use: stop the other program or choose another port."
                )
        );
    }

    [Test]
    public async Task The_end_of_the_PLC_ends_its_connections_and_frees_its_port(CancellationToken cancel)
    {
        var plc = new SoftPlc(new SoftPlcOptions(), TimeProvider.System);
        plc.Start();
        await using var caller = await RawCaller.OpenAsync(plc, cancel);
        var port = plc.Port;
        await plc.DisposeAsync();
        Assert.That(await caller.EndAsync(), Is.EqualTo("RST"));
        await using var next = new SoftPlc(new SoftPlcOptions { Port = port }, TimeProvider.System);
        Assert.That(next.Start, Throws.Nothing);
    }

    [Test]
    public async Task It_answers_on_IPv6(CancellationToken cancel)
    {
        if (!Socket.OSSupportsIPv6)
            Assert.Ignore("This machine has no IPv6.");
        await using var plc = new SoftPlc(new SoftPlcOptions { Address = IPAddress.IPv6Loopback }, TimeProvider.System);
        plc.Memory.AddBlock(1, 1);
        plc.Start();
        await using var caller = await RawCaller.OpenAsync(plc, cancel);
        Assert.That(await caller.AskPduAsync(Read(1, DbBytes(1, 0, 1))), Does.EndWith("FF 04 00 08 00"));
    }

    [Test]
    public async Task Before_the_start_there_is_no_port_and_after_it_no_second_start()
    {
        await using var plc = new SoftPlc(new SoftPlcOptions(), TimeProvider.System);
        Assert.That(() => plc.Port, Throws.InstanceOf<SoftPlcException>());
        plc.Start();
        Assert.That(plc.Start, Throws.InstanceOf<SoftPlcException>());
    }

    [Test]
    public async Task Values_move_on_the_wire_and_writable_ones_keep_what_was_written(CancellationToken cancel)
    {
        await using var plc = new SoftPlc(new SoftPlcOptions { ShapePeriod = TimeSpan.FromMilliseconds(1) }, TimeProvider.System);
        plc.Add(new ShapedTag(new S7Address(S7Area.DataBlock, 1, 0), new S7DataType(S7TypeKind.DInt)) { Name = "Parts/Total" });
        plc.Add(
            new ShapedTag(new S7Address(S7Area.DataBlock, 1, 4), new S7DataType(S7TypeKind.Int))
            {
                Name = "Motor/Setpoint",
                Writable = true,
            }
        );
        plc.Start();
        await using var caller = await RawCaller.OpenAsync(plc, cancel);
        await caller.AskPduAsync(Write(1, (DbBytes(1, 4, 2), "00 04 0010 12 34")));
        var seen = new HashSet<string>();
        while (seen.Count < 3)
        {
            var answer = await caller.AskPduAsync(Read(2, DbBytes(1, 0, 6)));
            Assert.That(answer, Does.EndWith("12 34"));
            seen.Add(answer);
        }
    }

    [Test]
    public async Task A_job_sees_all_values_of_one_tick(CancellationToken cancel)
    {
        await using var plc = new SoftPlc(new SoftPlcOptions { ShapePeriod = TimeSpan.FromMilliseconds(1) }, TimeProvider.System);
        for (var i = 0; i < 200; i++)
            plc.Add(
                new ShapedTag(new S7Address(S7Area.DataBlock, 1, i * 4), new S7DataType(S7TypeKind.UDInt)) { Shape = Shape.Counter(0, 4e9) }
            );
        plc.Start();
        await using var caller = await RawCaller.OpenAsync(plc, cancel);
        for (var i = 0; i < 300; i++)
        {
            var data = RawCaller.Bytes(await caller.AskPduAsync(Read(1, DbBytes(1, 0, 400), DbBytes(1, 400, 400))));
            var numbers = data[18..418].Concat(data[422..]).Chunk(4).Select(RawNumber).ToHashSet();
            Assert.That(numbers, Has.Count.EqualTo(1));
        }

        static string RawNumber(byte[] bytes) => RawCaller.Hex(bytes);
    }

    [Test]
    public async Task A_hundred_thousand_values_move_in_one_go()
    {
        await using var plc = new SoftPlc(new SoftPlcOptions { Codec = new(Encoding.Latin1, TimeZoneInfo.Utc) }, TimeProvider.System);
        for (var i = 0; i < 100_000; i++)
            plc.Add(
                new ShapedTag(new S7Address(S7Area.DataBlock, (ushort)(1 + i / 10_000), i % 10_000 * 4), new S7DataType(S7TypeKind.UDInt))
                {
                    Name = "x",
                    Shape = Shape.Counter(1, 100),
                }
            );
        plc.Tick(new ShapeMoment(1, 0), TimeSpan.FromMinutes(1));
        using var memory = plc.Memory.Hold();
        for (var db = 1; db <= 10; db++)
        {
            Assert.That(memory.Block(db).Length, Is.EqualTo(40_000));
            for (var i = 0; i < 10_000; i++)
                Assert.That(memory.Block(db)[i * 4 + 3], Is.EqualTo(2));
        }
    }
}
