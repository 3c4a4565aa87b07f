using System.Collections.Immutable;
using S7OpcBridge.S7;
using S7OpcBridge.S7Plus;

namespace S7OpcBridge.Core.Plus;

/// <summary>Asks a CPU for all that is below a symbol.</summary>
internal static class SymbolTree
{
    /// <summary>The symbol with what is in it and can be read; null: nothing is.</summary>
    /// <param name="keep">Is told of each value.</param>
    /// <param name="budget">Is charged with all that is below it.</param>
    /// <exception cref="S7PlusSymbolException">What is below it is too much.</exception>
    public static ValueTask<CpuSymbol?> BuildAsync(
        S7PlusProgram program,
        S7PlusSymbol symbol,
        Action<S7PlusSymbol> keep,
        S7PlusSymbolBudget budget,
        CancellationToken cancellationToken
    )
    {
        budget.Count(symbol);
        return BuildAsync(program, symbol, symbol.Path, keep, budget, cancellationToken);
    }

    private static async ValueTask<CpuSymbol?> BuildAsync(
        S7PlusProgram program,
        S7PlusSymbol symbol,
        string name,
        Action<S7PlusSymbol> keep,
        S7PlusSymbolBudget budget,
        CancellationToken cancellationToken
    )
    {
        if (!symbol.IsAccessible)
            return null;
        if (CpuTypes.TypeOf(symbol) is { Kind: not S7TypeKind.None } type)
        {
            keep(symbol);
            return new CpuSymbol
            {
                Name = name,
                Symbol = symbol.Path,
                Type = type,
                IsReadOnly = symbol.IsReadOnly,
            };
        }
        if (symbol.Item is not null)
            return null;
        var members = ImmutableArray.CreateBuilder<CpuSymbol>();
        await foreach (var child in program.ChildrenAsync(symbol, budget, cancellationToken).ConfigureAwait(false))
        {
            if (
                await BuildAsync(program, child, NameOf(symbol, child), keep, budget, cancellationToken).ConfigureAwait(false) is { } member
            )
                members.Add(member);
        }
        return members.Count == 0
            ? null
            : new CpuSymbol
            {
                Name = name,
                Symbol = symbol.Path,
                IsReadOnly = symbol.IsReadOnly,
                IsArray = symbol.IsArray,
                Members = members.ToImmutable(),
            };
    }

    // What is behind the symbol around it: [3], or the last level without quotes.
    private static string NameOf(S7PlusSymbol around, S7PlusSymbol child)
    {
        if (around.IsArray)
            return child.Path[around.Path.Length..];
        return S7PlusSymbol.TrySplit(child.Path, out var levels, out _) ? levels[^1] : child.Path;
    }
}
