namespace S7OpcBridge.OpcUa.Server.Variables;

/// <summary>The memory of a <see cref="VariableTable"/>, replaced as a whole by a larger one.</summary>
internal sealed class VariableStorage
{
    /// <summary>Rows per version and per block of shared values, as a power of two.</summary>
    public const int BlockShift = 6;

    public VariableStorage(int variables, int groups)
    {
        Rows = new VariableRow[variables];
        Rows.AsSpan().Fill(new VariableRow { Status = StatusCodes.BadWaitingForInitialData });
        var blocks = (variables + (1 << BlockShift) - 1) >> BlockShift;
        Shared = new SharedValue?[]?[blocks];
        Versions = new int[blocks];
        GroupTimes = new long[groups];
    }

    /// <summary>The variables.</summary>
    public VariableRow[] Rows { get; }

    /// <summary>Values that no row can hold, in blocks that exist only where there are any.</summary>
    public SharedValue?[]?[] Shared { get; }

    /// <summary>Odd while a row of the block is being written.</summary>
    public int[] Versions { get; }

    /// <summary>When the variables of each group were last confirmed.</summary>
    public long[] GroupTimes { get; }

    /// <summary>Copies what smaller ones hold. Nobody may write to them meanwhile or afterwards; reading is fine.</summary>
    public void Take(VariableStorage smaller)
    {
        smaller.Rows.CopyTo(Rows, 0);
        smaller.Versions.CopyTo(Versions, 0);
        smaller.GroupTimes.CopyTo(GroupTimes, 0);
        // Blocks of their own: a reader of the old rows must not see what is written to the new ones.
        for (var block = 0; block < smaller.Shared.Length; block++)
            Shared[block] = (SharedValue?[]?)smaller.Shared[block]?.Clone();
    }
}
