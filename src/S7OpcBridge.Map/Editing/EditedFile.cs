namespace S7OpcBridge.Map;

/// <summary>A file whose text edits changed.</summary>
/// <param name="File">The file.</param>
/// <param name="Base">Version of the bytes from which the text was made, for <see cref="MapVersions"/>; null: there is no such file yet.</param>
/// <param name="Old">The text on disk.</param>
/// <param name="Text">The edited text.</param>
public sealed record EditedFile(string File, string? Base, string Old, string Text)
{
    private readonly Lazy<byte[]> _bytes = null!;

    /// <summary>A file with its bytes.</summary>
    /// <param name="file">The file.</param>
    /// <param name="base">As above.</param>
    /// <param name="old">As above.</param>
    /// <param name="text">As above.</param>
    /// <param name="encode">Gives the text in the code page of the file; asked for once, where the bytes are needed.</param>
    public EditedFile(string file, string? @base, string old, string text, Func<byte[]> encode)
        : this(file, @base, old, text) => _bytes = new Lazy<byte[]>(encode);

    /// <summary>The edited text in the code page of the file.</summary>
    public ReadOnlyMemory<byte> Bytes => _bytes.Value;
}
