using S7OpcBridge.Core.Links;
using S7OpcBridge.Core.Values;
using S7OpcBridge.S7Plus;

namespace S7OpcBridge.Core.Plus;

/// <summary>Looks up symbols that the running map need not have, and reads them once beside the cycles, one request after the other.</summary>
internal sealed class PlusPeek(S7PlusConnection connection, S7PlusProgram program, Func<CancellationToken, ValueTask<IDisposable?>> turn)
{
    /// <summary>Reads the tags of the first PLC of a map.</summary>
    /// <param name="wanted">The map.</param>
    /// <param name="most">Tags that are read at most.</param>
    /// <param name="cancellationToken">Gives up.</param>
    /// <exception cref="S7PlusException">The connection has ended.</exception>
    public async Task<PeekAnswer> ReadAsync(TagMap wanted, int most, CancellationToken cancellationToken)
    {
        var plc = wanted.Plcs[0];
        var symbols = new PlusSymbols(program, static () => { });
        using (await turn(cancellationToken).ConfigureAwait(false))
            await symbols.LookUpAsync(wanted, plc, cancellationToken).ConfigureAwait(false);
        var told = symbols.Told;
        var all = SymbolMap.Concrete(wanted, _ => told).Listed;
        var tags = all.Take(most).ToArray();
        var answers = new PeekedTag[tags.Length];
        var (items, places) = (new List<S7PlusItem>(), new List<int>());
        for (var i = 0; i < tags.Length; i++)
        {
            if (symbols.TryFind(tags[i], out var item, out var refusal))
            {
                items.Add(item);
                places.Add(i);
            }
            else
            {
                refusal ??= PlusRefusal.NotThere("the CPU shows no value of it; name something else");
                answers[i] = Refused(tags[i], refusal);
            }
        }
        var codecs = new CodecCache(plc);
        var plan = S7PlusReadPlan.ForReads([.. items], connection.Limits);
        for (var request = 0; request < plan.Count; request++)
        {
            var mine = plan.ItemsOf(request).ToArray();
            foreach (var (item, answer) in await ReadAsync(mine, items, cancellationToken).ConfigureAwait(false))
                answers[places[item]] = answer(tags[places[item]], codecs);
        }
        return new PeekAnswer(answers, all.Length - tags.Length);
    }

    private async Task<List<(int Item, Func<Tag, CodecCache, PeekedTag> Answer)>> ReadAsync(
        int[] mine,
        List<S7PlusItem> items,
        CancellationToken cancellationToken
    )
    {
        var job = new S7PlusReadJob(Array.ConvertAll(mine, item => items[item]));
        try
        {
            using var stay = await turn(cancellationToken).ConfigureAwait(false);
            // Continues away from the event loop.
            await connection.ReadAsync(job, cancellationToken).AsTask().ConfigureAwait(ConfigureAwaitOptions.ForceYielding);
        }
        catch (S7PlusRefusedException e)
        {
            var refusal = PlusRefusal.From(e);
            return [.. mine.Select(item => (item, (Func<Tag, CodecCache, PeekedTag>)((tag, _) => Refused(tag, refusal))))];
        }
        return
        [
            .. mine.Select(
                (item, place) =>
                    (
                        item,
                        (Func<Tag, CodecCache, PeekedTag>)(
                            (tag, codecs) =>
                                job.StatusOf(place) == S7PlusItemStatus.Ok
                                    ? PeekedValues.Decode(tag, codecs, job.DataOf(place))
                                    : Refused(tag, PlusRefusal.From(job.StatusOf(place)))
                        )
                    )
            ),
        ];
    }

    private static PeekedTag Refused(Tag tag, Refusal refusal) => PeekedValues.Refused(tag, refusal.Quality, refusal.Words(tag));
}
