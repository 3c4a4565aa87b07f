using System.Collections.Immutable;
using System.Runtime.CompilerServices;
using S7OpcBridge.S7Plus.Browsing;

namespace S7OpcBridge.S7Plus;

/// <summary>The symbols of the program in a CPU. Types are fetched when needed and kept.</summary>
/// <remarks>Valid for one connection and one state of the program: browse again after a download. Supports concurrent callers.</remarks>
public sealed class S7PlusProgram
{
    // Levels of structures, deeper than in any PLC program.
    private const int Deepest = 32;

    private readonly TypeStore _types;
    private readonly bool _hasTagChecksums;
    private readonly BlockListWatch _watch;
    private readonly Dictionary<string, S7PlusBlock> _blocks = new(StringComparer.OrdinalIgnoreCase);

    private S7PlusProgram(S7PlusConnection connection, ImmutableArray<S7PlusBlock> blocks)
    {
        _types = new TypeStore(connection);
        _watch = new BlockListWatch(connection, blocks);
        _hasTagChecksums = connection.HasTagChecksums;
        Blocks = blocks;
        foreach (var block in blocks)
        {
            if (block.Number is not null)
                _blocks.TryAdd(block.Name, block);
        }
    }

    /// <summary>The data blocks and the tables of PLC tags.</summary>
    public ImmutableArray<S7PlusBlock> Blocks { get; }

    /// <summary>Reads the list of blocks from the CPU.</summary>
    /// <exception cref="S7PlusRefusedException">The CPU refuses it.</exception>
    public static async Task<S7PlusProgram> BrowseAsync(S7PlusConnection connection, CancellationToken cancellationToken) =>
        new(connection, await BlockList.ReadAsync(connection, cancellationToken).ConfigureAwait(false));

    /// <summary>Fetches the descriptions of all types at once, for callers that need most of the program. May take many seconds on a large CPU.</summary>
    public Task LoadTypesAsync(CancellationToken cancellationToken) => _types.LoadAllAsync(cancellationToken);

    /// <summary>
    /// Finds the differences between the CPU and this program, by the list of blocks and the modification times of their interfaces and of the tables of PLC
    /// tags.
    /// </summary>
    /// <returns>Names of blocks and tables that were added, removed or have another interface; empty where the program is unchanged.</returns>
    /// <remarks>One call at a time.</remarks>
    public ValueTask<ImmutableArray<string>> FindChangesAsync(CancellationToken cancellationToken) =>
        _watch.FindChangesAsync(cancellationToken);

    /// <summary>The block as a symbol with members.</summary>
    public static S7PlusSymbol SymbolOf(S7PlusBlock block) => SymbolFactory.Block(block);

    /// <summary>Looks a symbol up: <c>"DB_Pack".Axis[2].Position</c>, or a PLC tag <c>"Motor_On"</c>.</summary>
    public async ValueTask<S7PlusLookup> FindAsync(string path, CancellationToken cancellationToken)
    {
        if (!SymbolPath.TryParse(path, out var steps, out var error))
            return S7PlusLookup.Failed(S7PlusLookupProblem.BadPath, path, error);
        S7PlusSymbol symbol;
        var next = 1;
        if (_blocks.TryGetValue(steps[0].Name, out var block))
        {
            if (!block.IsLoaded)
                return S7PlusLookup.Failed(S7PlusLookupProblem.NotLoaded, steps[0].Text);
            if (steps[0].Indexes is not null)
                return S7PlusLookup.Failed(S7PlusLookupProblem.NotAnArray, steps[0].Text);
            symbol = SymbolFactory.Block(block);
        }
        else
        {
            var lookup = await FindTagAsync(steps[0], cancellationToken).ConfigureAwait(false);
            if (lookup.Symbol is null)
                return lookup;
            symbol = lookup.Symbol;
        }
        for (; next < steps.Count; next++)
        {
            if (symbol.IsArray)
                return S7PlusLookup.Failed(S7PlusLookupProblem.IndexMissing, steps[next - 1].Text, Bounds(symbol));
            var lookup = await FindMemberAsync(symbol, steps[next], cancellationToken).ConfigureAwait(false);
            if (lookup.Symbol is null)
                return lookup;
            symbol = lookup.Symbol;
        }
        return S7PlusLookup.Found(symbol);
    }

    /// <summary>The members of a structure or block, or the elements of an array; empty for anything else.</summary>
    /// <param name="budget">Is charged with each of them.</param>
    /// <exception cref="S7PlusSymbolException">They are too many or nested too deep, or the type of the symbol contains itself.</exception>
    public async IAsyncEnumerable<S7PlusSymbol> ChildrenAsync(
        S7PlusSymbol symbol,
        S7PlusSymbolBudget budget,
        [EnumeratorCancellation] CancellationToken cancellationToken
    )
    {
        if (symbol.IsArray)
        {
            budget.Expect(symbol, symbol.Count);
            foreach (var element in Elements(symbol))
            {
                budget.Count(element);
                yield return element;
            }
        }
        else if (symbol.TypeRid != 0)
        {
            CheckNesting(symbol);
            var type = await _types.GetAsync(symbol.TypeRid, cancellationToken).ConfigureAwait(false);
            budget.Expect(symbol, type.Elements.Length);
            for (var i = 0; i < type.Elements.Length; i++)
            {
                var member = SymbolFactory.Member(symbol, type.Names[i], type.Elements[i]);
                budget.Count(member);
                yield return member;
            }
        }
    }

    /// <summary>All symbols below this one that can be read as one item: values, whole arrays of numbers, strings one by one; or the symbol itself.</summary>
    /// <param name="budget">Is charged with all that is below it.</param>
    /// <exception cref="S7PlusSymbolException">They are too many or nested too deep, or a type contains itself.</exception>
    public async IAsyncEnumerable<S7PlusSymbol> ItemsBelowAsync(
        S7PlusSymbol symbol,
        S7PlusSymbolBudget budget,
        [EnumeratorCancellation] CancellationToken cancellationToken
    )
    {
        if (symbol.Item is not null)
        {
            yield return symbol;
            yield break;
        }
        await foreach (var child in ChildrenAsync(symbol, budget, cancellationToken).ConfigureAwait(false))
        {
            await foreach (var item in ItemsBelowAsync(child, budget, cancellationToken).ConfigureAwait(false))
                yield return item;
        }
    }

    private async ValueTask<S7PlusLookup> FindTagAsync(SymbolStep step, CancellationToken cancellationToken)
    {
        var names = new List<string>(_blocks.Keys);
        foreach (var table in Blocks.Where(each => each.Number is null))
        {
            var area = SymbolFactory.Block(table, _hasTagChecksums);
            var lookup = await FindMemberAsync(area, step, cancellationToken).ConfigureAwait(false);
            if (lookup.Problem != S7PlusLookupProblem.NoMember)
                return lookup;
            names.AddRange(lookup.Names);
        }
        return S7PlusLookup.Failed(S7PlusLookupProblem.NoBlock, step.Text, names: names);
    }

    private async ValueTask<S7PlusLookup> FindMemberAsync(S7PlusSymbol parent, SymbolStep step, CancellationToken cancellationToken)
    {
        var type =
            parent.TypeRid == 0 ? TypeDescription.Empty : await _types.GetAsync(parent.TypeRid, cancellationToken).ConfigureAwait(false);
        if (!type.Index.TryGetValue(step.Name, out var index))
            return S7PlusLookup.Failed(S7PlusLookupProblem.NoMember, step.Text, names: type.Names);
        var member = SymbolFactory.Member(parent, type.Names[index], type.Elements[index]);
        if (step.Indexes is not { } indexes)
            return S7PlusLookup.Found(member);
        if (!member.IsArray)
            return S7PlusLookup.Failed(S7PlusLookupProblem.NotAnArray, step.Text);
        if (indexes.Length != member.Dimensions.Length)
            return S7PlusLookup.Failed(S7PlusLookupProblem.OutOfBounds, step.Text, Bounds(member));
        for (var i = 0; i < indexes.Length; i++)
        {
            var (lower, count) = member.Dimensions[i];
            if (indexes[i] < lower || indexes[i] - (long)lower >= count)
                return S7PlusLookup.Failed(S7PlusLookupProblem.OutOfBounds, step.Text, Bounds(member));
        }
        return S7PlusLookup.Found(SymbolFactory.Element(member, indexes));
    }

    private static void CheckNesting(S7PlusSymbol symbol)
    {
        const string remedy = "the CPU describes it wrongly: compile and download the block again, or name single values";
        var levels = 0;
        for (var around = symbol.Around; around is not null; around = around.Around)
        {
            // The elements of an array have the type of the array.
            if (around.IsArray)
                continue;
            if (around.TypeRid == symbol.TypeRid)
                throw new S7PlusSymbolException(symbol.Path, $"its type contains itself, which no type does; {remedy}");
            if (++levels > Deepest)
                throw new S7PlusSymbolException(symbol.Path, $"it is nested deeper than {Deepest} levels; {remedy}");
        }
    }

    private static IEnumerable<S7PlusSymbol> Elements(S7PlusSymbol array)
    {
        var indexes = array.Dimensions.Select(dimension => dimension.LowerBound).ToArray();
        for (var left = array.Count; left > 0; left--)
        {
            yield return SymbolFactory.Element(array, indexes);
            for (var i = indexes.Length - 1; i >= 0; i--)
            {
                if (++indexes[i] - array.Dimensions[i].LowerBound < array.Dimensions[i].Count)
                    break;
                indexes[i] = array.Dimensions[i].LowerBound;
            }
        }
    }

    private static string Bounds(S7PlusSymbol array) =>
        $"Array[{string.Join(", ", array.Dimensions.Select(dimension => $"{dimension.LowerBound}..{dimension.LowerBound + (long)dimension.Count - 1}"))}]";
}
