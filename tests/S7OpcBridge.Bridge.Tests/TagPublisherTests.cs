using System.Threading.Channels;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Bridge.Tests;

[FixtureLifeCycle(LifeCycle.InstancePerTestCase)]
public sealed class TagPublisherTests
{
    private readonly VariableTable _table = new(3, 1);
    private readonly Channel<TagBatch> _batches = Channel.CreateUnbounded<TagBatch>();
    private readonly List<(int Tag, Exception Why)> _failed = [];

    [Test]
    public async Task A_value_that_cannot_be_published_is_BadInternalError_and_its_neighbours_are_served()
    {
        Hand(Sample(0, 1), Sample(1, 2), Sample(2, 3));
        Hand(Sample(0, 4), new TagSample(1, new TagValue((TagValueKind)200, 5), TagQuality.Good, 1), Sample(2, 6));
        await PublishAsync();

        Assert.That((_table.Read(0).Value.Bits, _table.Read(2).Value.Bits), Is.EqualTo((4, 6)));
        Assert.That(
            (_table.Read(1).Value.IsNull, _table.Read(1).Status),
            Is.EqualTo((true, (StatusCode)StatusCodes.BadInternalError)),
            "not the value before as if it were still true"
        );
        Assert.That(_failed.Single().Tag, Is.EqualTo(1));
        Assert.That(_failed.Single().Why.Message, Does.Contain("200"));
    }

    [Test]
    public async Task Its_next_value_is_published_as_ever()
    {
        Hand(new TagSample(1, new TagValue((TagValueKind)200, 5), TagQuality.Good, 1));
        Hand(Sample(1, 7));
        await PublishAsync();

        Assert.That((_table.Read(1).Value.Bits, _table.Read(1).Status), Is.EqualTo((7, (StatusCode)StatusCodes.Good)));
    }

    // A tag that the table does not know ends the publisher, which is begun again; who waits for the cycle must not wait for ever.
    [Test]
    public void Those_who_wait_for_a_batch_that_fails_as_a_whole_are_let_go()
    {
        var batch = Hand(Sample(3, 1));

        Assert.That(PublishAsync, Throws.InstanceOf<IndexOutOfRangeException>());
        Assert.That(batch.Count, Is.Zero, "it was given back, which lets them go");
    }

    [Test]
    public async Task Observers_see_every_batch_when_its_values_are_in_the_table_and_before_it_goes_back()
    {
        var seen = new List<(int Count, int First, long InTable)>();
        Hand(Sample(0, 1), Sample(1, 2));
        Hand(Sample(2, 3));
        await PublishAsync(batch => seen.Add((batch.Count, batch.Samples[0].Tag, _table.Read(2).Value.Bits)));

        Assert.That(seen, Is.EqualTo(new[] { (2, 0, 3L), (1, 2, 3L) }));
    }

    private static TagSample Sample(int tag, short value) => new(tag, new TagValue(TagValueKind.Int16, value), TagQuality.Good, 1);

    private TagBatch Hand(params TagSample[] samples)
    {
        var batch = new TagBatch();
        foreach (var sample in samples)
            batch.Add(sample);
        _batches.Writer.TryWrite(batch);
        return batch;
    }

    private Task PublishAsync() => PublishAsync(static _ => { });

    private Task PublishAsync(Action<TagBatch> observer)
    {
        _batches.Writer.Complete();
        var publisher = new TagPublisher(_batches.Reader, _table, (tag, why) => _failed.Add((tag, why)));
        publisher.Observe(observer);
        return publisher.RunAsync();
    }
}
