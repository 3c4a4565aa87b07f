using S7OpcBridge.OpcUa.Channel.Channels;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Channel.Tests.Security;

[CancelAfter(20_000)]
internal sealed class SequenceNumbersTests : UaServerFixture
{
    [Test]
    [ConformanceUnit("UA Secure Conversation")]
    public void Numbers_sent_rise_by_one_and_wrap_only_behind_the_border()
    {
        var numbers = new SequenceNumbers(lastSent: SequenceNumbers.WrapAfter - 1);
        Assert.That(
            (uint[])[numbers.Next(), numbers.Next(), numbers.Next(), numbers.Next()],
            Is.EqualTo((uint[])[4_294_966_271, 4_294_966_272, 1, 2])
        );
    }

    [
        TestCase(4_294_966_271u, 1u, false),
        TestCase(4_294_966_272u, 1u, true),
        TestCase(4_294_967_295u, 1023u, true),
        TestCase(4_294_967_295u, 1024u, false),
        TestCase(4_294_967_295u, 0u, true),
        TestCase(5u, 6u, true),
        TestCase(5u, 5u, false),
        TestCase(5u, 7u, false),
        TestCase(5u, 4u, false),
        TestCase(5u, 1u, false)
    ]
    public void Numbers_received_must_rise_by_one_or_wrap(uint last, uint next, bool accepted)
    {
        var numbers = new SequenceNumbers();
        numbers.Check(last);
        Assert.That(() => numbers.Check(next), accepted ? Throws.Nothing : Throws.InstanceOf<UaException>());
    }

    [Test]
    public async Task A_server_that_sends_for_years_wraps_and_clients_hear_it()
    {
        await StartAsync(o => o with { LastSequenceNumber = SequenceNumbers.WrapAfter - 2 });
        var client = await SessionAsync();
        await client.ReadAsync(Stop, Ids.Server_ServerStatus_State);
        Assert.That(client.Channel.ReceivedSequence, Is.EqualTo((uint[])[4_294_966_270, 4_294_966_271, 4_294_966_272, 1]));
    }

    [Test]
    public async Task A_client_may_begin_anywhere_and_wrap()
    {
        await StartAsync();
        var channel = await ConnectAsync();
        channel.NextSequence = uint.MaxValue - 1;
        await channel.HelloAsync(Stop);
        await channel.OpenAsync(Stop);
        channel.NextSequence = uint.MaxValue;
        await channel.SendAsync(new GetEndpointsRequest(), Stop);
        await channel.ReceiveAsync(Stop);
        channel.NextSequence = 17;
        await channel.SendAsync(new GetEndpointsRequest(), Stop);
        Assert.That((await channel.ReceiveAsync(Stop)).Body, Is.Not.Empty);
    }

    [TestCase(0u), TestCase(51u), TestCase(1023u)]
    [ConformanceUnit("UA Secure Conversation")]
    public async Task A_client_may_begin_with_any_number_and_go_on_with_it_behind_the_wrap(uint first)
    {
        await StartAsync();
        var channel = await ConnectAsync();
        channel.NextSequence = first;
        await channel.HelloAsync(Stop);
        await channel.OpenAsync(Stop);
        await AnswersAsync();
        Assert.That(channel.NextSequence, Is.EqualTo(first + 2));

        channel = await ConnectAsync();
        channel.NextSequence = SequenceNumbers.WrapAfter;
        await channel.HelloAsync(Stop);
        await channel.OpenAsync(Stop);
        await AnswersAsync(); // the last number before the wrap may come
        channel.NextSequence = first;
        await AnswersAsync();
        await AnswersAsync();

        async Task AnswersAsync()
        {
            await channel.SendAsync(new GetEndpointsRequest(), Stop);
            Assert.That((await channel.ReceiveAsync(Stop)).Body, Is.Not.Empty);
        }
    }

    [TestCase(0), TestCase(2), TestCase(-1)]
    [ConformanceUnit("UA Secure Conversation")]
    public async Task A_repeated_or_missing_chunk_ends_the_channel(int skip)
    {
        await StartAsync();
        var channel = await OpenAsync();
        await channel.SendAsync(new GetEndpointsRequest(), Stop);
        await channel.ReceiveAsync(Stop);
        channel.NextSequence = (uint)(channel.NextSequence - 1 + skip);
        await channel.SendAsync(new GetEndpointsRequest(), Stop);
        Assert.That(await StatusOf(channel.ReceiveAsync(Stop)), Is.EqualTo("ERR BadSecurityChecksFailed"));
    }
}
