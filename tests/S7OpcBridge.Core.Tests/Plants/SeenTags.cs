using System.Threading.Channels;

namespace S7OpcBridge.Core.Tests;

/// <summary>What a reader of the batches would show: the last value and quality of each tag, and everything that was said of it.</summary>
internal sealed class SeenTags
{
    private readonly Lock _gate = new();
    private readonly Dictionary<int, List<TagSample>> _samples = [];
    private readonly Dictionary<int, TagValue> _values = [];
    private readonly Dictionary<int, (int Batches, long Confirmed)> _groups = [];
    private TaskCompletionSource _changed = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public Task Changed
    {
        get
        {
            lock (_gate)
                return _changed.Task;
        }
    }

    public async Task ReadAsync(ChannelReader<TagBatch> batches)
    {
        await foreach (var batch in batches.ReadAllAsync())
        {
            Take(batch);
            batch.Return();
        }
    }

    public void Take(TagBatch batch)
    {
        TaskCompletionSource changed;
        lock (_gate)
        {
            foreach (var sample in batch.Samples)
            {
                if (!_samples.TryGetValue(sample.Tag, out var all))
                    _samples[sample.Tag] = all = [];
                all.Add(sample);
                if (sample.Value.Kind != TagValueKind.None)
                    _values[sample.Tag] = sample.Value;
            }
            _groups[batch.ScanGroup] = (_groups.GetValueOrDefault(batch.ScanGroup).Batches + 1, batch.ConfirmedTicks);
            changed = _changed;
            _changed = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        }
        changed.SetResult();
    }

    public TagQuality QualityOf(int tag) => SamplesOf(tag) is [.., var last] ? last.Quality : TagQuality.WaitingForInitialData;

    public TagQuality[] QualitiesOf(int tag) => Array.ConvertAll(SamplesOf(tag), sample => sample.Quality);

    public TagValue ValueOf(int tag)
    {
        lock (_gate)
            return _values.GetValueOrDefault(tag);
    }

    public TagSample[] SamplesOf(int tag)
    {
        lock (_gate)
            return _samples.TryGetValue(tag, out var all) ? [.. all] : [];
    }

    public int BatchesOf(int group)
    {
        lock (_gate)
            return _groups.GetValueOrDefault(group).Batches;
    }

    public long ConfirmedOf(int group)
    {
        lock (_gate)
            return _groups.GetValueOrDefault(group).Confirmed;
    }
}
