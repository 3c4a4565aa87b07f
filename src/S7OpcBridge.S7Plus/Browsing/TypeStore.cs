using System.Collections.Concurrent;
using S7OpcBridge.S7Plus.Jobs;
using S7OpcBridge.S7Plus.Messages;
using S7OpcBridge.S7Plus.Objects;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Browsing;

/// <summary>The type descriptions of the CPU, each fetched once. Supports concurrent callers.</summary>
internal sealed class TypeStore(S7PlusConnection connection)
{
    // What all descriptions may take in memory: several times as much as those of a large CPU.
    private const long MostBytes = 256L << 20,
        BytesPerElement = 160;

    private readonly ConcurrentDictionary<uint, TypeDescription> _types = new();
    private long _bytes;

    /// <summary>The elements of a type; empty where the CPU has no description of it.</summary>
    /// <exception cref="S7PlusSymbolException">The descriptions of all types take too much memory.</exception>
    public async ValueTask<TypeDescription> GetAsync(uint rid, CancellationToken cancellationToken)
    {
        if (_types.TryGetValue(rid, out var known))
            return known;
        await ExploreAsync(rid, cancellationToken).ConfigureAwait(false);
        return _types.GetOrAdd(rid, TypeDescription.Empty);
    }

    /// <summary>Fetches all types at once: one long answer instead of many short ones.</summary>
    public Task LoadAllAsync(CancellationToken cancellationToken) => ExploreAsync(PlusIds.TypeInfoContainer, cancellationToken);

    private async Task ExploreAsync(uint rid, CancellationToken cancellationToken)
    {
        var (result, _, objects) = await connection
            .AskAsync(Explore.Request(rid, []), (ref from) => Explore.ReadAnswer(ref from), cancellationToken)
            .ConfigureAwait(false);
        // A CPU without this object has no such table.
        if (result.Code == (short)S7PlusItemStatus.ObjectMissing)
            return;
        if (result.IsError)
            throw new S7PlusRefusedException($"{connection.Host} does not describe its types: {ReturnCodes.Describe(result)}", result);
        foreach (var found in objects)
            Add(found);
    }

    private void Add(PlusObject found)
    {
        if (found.Elements is { } elements && found.Names is { } names)
        {
            if (
                Interlocked.Add(ref _bytes, elements.Elements.Length * BytesPerElement + names.Sum(static name => 2L * name.Length))
                > MostBytes
            )
            {
                throw new S7PlusSymbolException(
                    connection.Host,
                    $"the descriptions of its types take more than {MostBytes >> 20} MB; name single values, or "
                        + "read a part of the program only"
                );
            }
            _types[found.Rid] = TypeDescription.From(elements.Elements, names);
        }
        foreach (var child in found.Children)
            Add(child);
    }
}

/// <summary>The elements of a type with their names.</summary>
internal sealed record TypeDescription(TypeElement[] Elements, string[] Names, Dictionary<string, int> Index)
{
    public static readonly TypeDescription Empty = new([], [], []);

    public static TypeDescription From(TypeElement[] elements, string[] names)
    {
        if (elements.Length != names.Length)
            throw new S7PlusProtocolException($"Broken description of a type: {elements.Length} elements with {names.Length} names.");
        // Names are case-insensitive, as in TIA Portal; where two differ only in case, the exact one is found first.
        var index = new Dictionary<string, int>(names.Length, StringComparer.OrdinalIgnoreCase);
        for (var i = 0; i < names.Length; i++)
            index.TryAdd(names[i], i);
        return new TypeDescription(elements, names, index);
    }
}
