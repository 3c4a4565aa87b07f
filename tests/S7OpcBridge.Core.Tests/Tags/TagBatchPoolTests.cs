using S7OpcBridge.Core.Tags;

namespace S7OpcBridge.Core.Tests;

public class TagBatchPoolTests
{
    [Test]
    public void A_batch_comes_back_empty_and_with_its_memory()
    {
        var pool = new TagBatchPool();
        Fill(pool.Rent(), 100).Return();

        var batch = pool.Rent();

        Assert.That(batch.Count, Is.Zero);
        Assert.That(batch.Capacity, Is.GreaterThanOrEqualTo(100));
    }

    [Test]
    public void What_a_burst_needed_is_not_kept_for_ever()
    {
        var pool = new TagBatchPool();
        TagBatch[] burst = [.. Enumerable.Range(0, 1000).Select(_ => Fill(pool.Rent(), 200))];
        foreach (var batch in burst)
            batch.Return();

        var kept = Enumerable.Range(0, burst.Length).Sum(_ => pool.Rent().Capacity);

        Assert.That(kept, Is.InRange(10_000, 60_000), "of 256,000 samples");
    }

    private static TagBatch Fill(TagBatch batch, int samples)
    {
        for (var i = 0; i < samples; i++)
            batch.Add(new TagSample(i, default, TagQuality.Good, 1));
        return batch;
    }
}
