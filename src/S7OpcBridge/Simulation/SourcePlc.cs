using S7OpcBridge.Map;
using S7OpcBridge.S7;
using S7OpcBridge.Simulator;

namespace S7OpcBridge.Simulation;

/// <summary>
/// A soft S7-1500 with the data blocks of TIA sources, reached by symbol over S7CommPlus, and by classic S7 where a block has absolute addresses.
/// </summary>
internal static class SourcePlc
{
    /// <summary>Makes a soft PLC, which is not started.</summary>
    /// <param name="blocks">Its blocks; those without a number get free ones.</param>
    /// <param name="options">Name, port and faults.</param>
    /// <param name="moves">True: variables without a start value change.</param>
    /// <exception cref="SoftPlcException">A block cannot be made.</exception>
    public static SoftPlc Build(IReadOnlyList<TiaBlock> blocks, SoftPlcOptions options, bool moves, TimeProvider time)
    {
        var taken = blocks.Select(block => block.Number).OfType<int>().ToHashSet();
        var next = 1;
        var softBlocks = blocks
            .Select(block => new SoftBlock(block.Name, block.Number ?? Free(), [.. block.Variables.Select(Symbol)])
            {
                IsOptimised = block.IsOptimised,
                Starts = [.. block.Starts.Select(start => new SoftStart(start.Path, start.Value))],
            })
            .ToArray();
        var softPlc = new SoftPlc(
            options with
            {
                Behavior = CpuBehaviors.S7_1500,
                Plus = (options.Plus ?? new SoftPlusOptions()) with { Blocks = softBlocks },
            },
            time
        );
        if (moves)
            Move(softPlc, blocks);
        return softPlc;

        int Free()
        {
            while (!taken.Add(next))
                next++;
            return next;
        }
    }

    private static SoftSymbol Symbol(TiaVariable variable) =>
        new(variable.Path, variable.Type) { IsAccessible = variable.IsAccessible, IsWritable = variable.IsWritable };

    // Elements of arrays of structures stay constant, because one path stands for many of them.
    private static void Move(SoftPlc softPlc, IReadOnlyList<TiaBlock> blocks)
    {
        foreach (var block in blocks)
        {
            var started = block.Starts.Select(start => start.Path).ToHashSet();
            foreach (
                var variable in block.Variables.Where(each => each.IsAccessible && !started.Contains(each.Path) && !each.Path.Contains("["))
            )
            {
                var symbol = $"\"{block.Name}\".{variable.Path}";
                if (S7DataType.TryParse(variable.Type, out var type, out _) && !type.IsArray)
                    softPlc.Add(new ShapedTag(softPlc.Plus!.AddressOf(symbol), type) { Name = symbol });
            }
        }
    }
}
