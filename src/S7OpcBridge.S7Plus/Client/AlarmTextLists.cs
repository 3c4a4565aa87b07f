using S7OpcBridge.S7Plus.Alarms;
using S7OpcBridge.S7Plus.Messages;

namespace S7OpcBridge.S7Plus.Client;

/// <summary>The text lists of a CPU, each language asked for when an alarm first shows one, and again after a while, because a download changes them.</summary>
internal sealed class AlarmTextLists(S7PlusConnection connection, TimeProvider time)
{
    private const int MostLanguages = 8;
    private static readonly TimeSpan Lifetime = TimeSpan.FromMinutes(5);

    private readonly Dictionary<int, (TextLibrary Library, long Since)> _libraries = [];
    private readonly SemaphoreSlim _turn = new(1, 1);

    /// <summary>Alarms for callers. Asks the CPU where a text shows a text list that is not known.</summary>
    public async ValueTask<List<S7PlusAlarm>> ComposeAsync(List<AlarmRecord> records, CancellationToken cancellationToken)
    {
        var alarms = new List<S7PlusAlarm>(records.Count);
        await _turn.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            foreach (var record in records)
            {
                if (record.ShowsTextLists)
                    await LoadAsync(record, cancellationToken).ConfigureAwait(false);
                alarms.Add(AlarmComposer.Compose(record, Find));
            }
        }
        finally
        {
            _turn.Release();
        }
        return alarms;
    }

    // Lists without a language are the same in all of them.
    private string? Find(int lcid, int list, long value) => LibraryOf(lcid).Find(list, value) ?? LibraryOf(0).Find(list, value);

    private TextLibrary LibraryOf(int lcid) => _libraries.TryGetValue(lcid, out var known) ? known.Library : TextLibrary.Empty;

    private async ValueTask LoadAsync(AlarmRecord record, CancellationToken cancellationToken)
    {
        await LoadAsync(0, cancellationToken).ConfigureAwait(false);
        foreach (var text in record.Texts)
            await LoadAsync(text.Lcid, cancellationToken).ConfigureAwait(false);
    }

    private async ValueTask LoadAsync(int lcid, CancellationToken cancellationToken)
    {
        var isKnown = _libraries.TryGetValue(lcid, out var known);
        if (isKnown ? time.GetElapsedTime(known.Since) < Lifetime : _libraries.Count >= MostLanguages)
            return;
        var (result, _, objects) = await connection
            .AskAsync(TextLibrary.Request(lcid), (ref from) => Explore.ReadAnswer(ref from), cancellationToken)
            .ConfigureAwait(false);
        _libraries[lcid] = (result.IsError ? TextLibrary.Empty : TextLibrary.From(objects), time.GetTimestamp());
    }
}
