using System.Net;
using System.Net.Sockets;
using S7OpcBridge.OpcUa.Channel.Transport;
using S7OpcBridge.OpcUa.Channel.Transport.Loop;

namespace S7OpcBridge.OpcUa.Channel.Tests.Transport;

[TestFixture(true)]
[TestFixture(false)]
[CancelAfter(30_000)]
internal sealed class SendBufferTests(bool onLoop)
{
    private Socket _receiver = null!;
    private ClientSocket _sender = null!;

    private static CancellationToken Stop => TestContext.CurrentContext.CancellationToken;

    [SetUp]
    public async Task Connect()
    {
        using var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen();
        // Small, so that large sends have to wait for the receiver.
        _receiver = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { ReceiveBufferSize = 8192 };
        await _receiver.ConnectAsync(listener.LocalEndPoint!, Stop);
        var accepted = await listener.AcceptAsync(Stop);
        accepted.SendBufferSize = 8192;
        _sender = new ClientSocket(accepted, onLoop ? SocketLoop.Shared : null);
    }

    [TearDown]
    public void Close()
    {
        _sender.Dispose();
        _receiver.Dispose();
    }

    [TestCase(100)]
    [TestCase(100, 100, 100)]
    [TestCase(65_536, 65_536, 65_536, 65_536, 700)]
    [TestCase(700, 65_536, 700, 700, 32_768, 31_000, 31_000, 31_000, 5)]
    [TestCase(30_000, 30_000, 30_000, 30_000, 30_000, 30_000, 30_000, 30_000, 30_000, 30_000, 30_000, 30_000)]
    public async Task What_is_added_arrives_in_its_order(params int[] lengths)
    {
        using var output = new SendBuffer(_sender);
        for (var turn = 0; turn < 3; turn++)
        {
            var frames = Frames(lengths);
            var receiving = ReceiveAsync(lengths.Sum());
            foreach (var frame in frames)
                await output.AddAsync(frame);
            await output.FlushAsync();
            Assert.That(await receiving, Is.EqualTo(frames.SelectMany(f => f.ToArray())));
        }
    }

    [Test]
    public async Task Many_small_frames_and_large_ones_between_arrive_in_their_order_with_an_end_anywhere([Range(1, 5)] int seed)
    {
        var random = new Random(seed);
        int[] lengths = [.. Enumerable.Range(0, 300).Select(_ => random.Next(10) == 0 ? random.Next(70_000) + 1 : random.Next(2000) + 1)];
        var frames = Frames(lengths);
        var receiving = ReceiveAsync(lengths.Sum());
        using var output = new SendBuffer(_sender);
        foreach (var frame in frames)
        {
            await output.AddAsync(frame);
            if (random.Next(3) == 0)
                await output.EndMessageAsync();
        }

        await output.FlushAsync();
        Assert.That(await receiving, Is.EqualTo(frames.SelectMany(f => f.ToArray())));
    }

    [Test]
    public async Task What_is_small_waits_for_more_until_it_is_flushed()
    {
        using var output = new SendBuffer(_sender);
        await output.AddAsync(new byte[100]);
        await output.EndMessageAsync();
        await output.AddAsync(new byte[50]);
        Assert.That(_receiver.Poll(TimeSpan.Zero, SelectMode.SelectRead), Is.False);
        await output.FlushAsync();
        Assert.That(await ReceiveAsync(150), Is.EqualTo(new byte[150]));
    }

    [Test]
    public async Task A_receiver_that_has_gone_ends_it()
    {
        using var output = new SendBuffer(_sender);
        _receiver.Dispose();
        Assert.That(
            async () =>
            {
                for (var i = 0; i < 1000; i++)
                {
                    await output.AddAsync(new byte[40_000]);
                    await output.AddAsync(new byte[40_000]);
                    await output.EndMessageAsync();
                }
            },
            Throws.InstanceOf<SocketException>()
        );
        await Task.CompletedTask;
    }

    private static Memory<byte>[] Frames(int[] lengths)
    {
        var random = new Random(lengths.Length);
        return
        [
            .. lengths.Select(length =>
            {
                // Not at the start of its array, as a pooled chunk may lie.
                var bytes = new byte[length + 3];
                random.NextBytes(bytes);
                return bytes.AsMemory(3);
            }),
        ];
    }

    private async Task<byte[]> ReceiveAsync(int count)
    {
        var bytes = new byte[count];
        for (var at = 0; at < count; )
        {
            var received = await _receiver.ReceiveAsync(bytes.AsMemory(at), Stop);
            Assert.That(received, Is.Positive);
            at += received;
        }

        return bytes;
    }
}
