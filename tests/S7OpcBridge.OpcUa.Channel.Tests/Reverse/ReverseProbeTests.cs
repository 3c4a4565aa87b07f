using S7OpcBridge.OpcUa.Channel.Frames;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Channel.Tests.Reverse;

/// <summary>What 'doctor' sees of a client that listens.</summary>
[CancelAfter(20_000)]
internal sealed class ReverseProbeTests
{
    private readonly ManualClock _clock = new();

    private static CancellationToken Stop => TestContext.CurrentContext.CancellationToken;

    [Test]
    public async Task Silence_is_consent_and_so_is_a_beginning()
    {
        using var mes = new ReverseListener();
        var probe = DialAsync(mes.Url);
        using var silent = (await mes.TakeAsync(Stop)).Socket;
        await Poll.WhileRunningAsync(
            probe,
            () =>
            {
                _clock.Advance(TimeSpan.FromSeconds(1));
                return Task.CompletedTask;
            },
            Stop
        );
        Assert.That(await probe, Is.EqualTo((true, "it took the connection and waits")));

        probe = DialAsync(mes.Url);
        using var eager = (await mes.TakeAsync(Stop)).Socket;
        await eager.SendAsync(UaTestChannel.Hello(), Stop);
        Assert.That(await probe, Is.EqualTo((true, "it took the connection and began at once")));
    }

    [Test]
    public async Task A_refusal_is_put_into_words()
    {
        using var mes = new ReverseListener();
        var probe = DialAsync(mes.Url);
        using var socket = (await mes.TakeAsync(Stop)).Socket;
        await socket.SendAsync(ErrorMessage.Write(StatusCodes.BadTcpEndpointUrlInvalid, ""), Stop);
        var (isFine, text) = await probe;
        Assert.That(isFine, Is.False);
        Assert.That(text, Does.Contain("BadTcpEndpointUrlInvalid").And.Contain("opc.tcp://edge01:4840; write exactly this one"));
    }

    [Test]
    public async Task A_client_that_is_not_there_or_no_address_is_said()
    {
        string url;
        using (var gone = new ReverseListener())
            url = gone.Url;
        Assert.That((await DialAsync(url)).Text, Does.Contain("nothing listens"));
        Assert.That((await DialAsync("mes plant")).IsFine, Is.False);
    }

    private Task<(bool IsFine, string Text)> DialAsync(string url) =>
        ReverseProbe.DialAsync(url, "urn:test", "opc.tcp://edge01:4840", _clock, Stop);
}
