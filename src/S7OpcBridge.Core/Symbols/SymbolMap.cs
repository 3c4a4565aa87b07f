using S7OpcBridge.Core.Symbols;

namespace S7OpcBridge.Core;

/// <summary>Puts what CPUs told of symbols into a map.</summary>
public static class SymbolMap
{
    /// <summary>
    /// The map with concrete tags: a symbol whose type is known has it, a structure is an object with its members, and what is below a browsed symbol is there.
    /// What is not known stays a tag without a type.
    /// </summary>
    /// <param name="compiled">The map as it was compiled.</param>
    /// <param name="known">What the CPU of a PLC told, by the name of the PLC; null: nothing yet.</param>
    public static TagMap Concrete(TagMap compiled, Func<string, CpuSymbols?> known) =>
        compiled.Symbols.IsEmpty ? compiled : new SymbolExpansion(compiled, known).Run();
}
