using S7OpcBridge.Map.Findings;

namespace S7OpcBridge.Map;

/// <summary>An error or warning for the author of a map.</summary>
/// <param name="Spot">The location.</param>
/// <param name="IsError">True: the map cannot run; false: a warning.</param>
/// <param name="Message">What is wrong and what to do.</param>
public readonly record struct Finding(SourceLocation Spot, bool IsError, string Message)
{
    /// <summary>What is wrong and what to do, on one line and without control characters, whatever the map's names have.</summary>
    public string Message { get; init; } = Excerpt.Printable(Message);

    /// <summary>The line that editors and users read: <c>file:line:column: error: message</c>.</summary>
    public override string ToString() => $"{Spot}: {(IsError ? "error" : "warning")}: {Message}";
}

/// <summary>A file that findings refer to; shared by all locations in it.</summary>
/// <param name="Path">The path as the user gave it, or relative to the map that names the file.</param>
public sealed record SourceFile(string Path)
{
    /// <summary>The folder to which relative paths in this file refer.</summary>
    public string Folder => System.IO.Path.GetDirectoryName(Path) ?? "";

    /// <summary>Converts a path written in this file to one relative to the working directory.</summary>
    public string Resolve(string path) => System.IO.Path.Combine(Folder, path);
}

/// <summary>A location in a file.</summary>
/// <param name="Line">Line, from 1.</param>
/// <param name="Column">Column, from 1.</param>
public readonly record struct SourceLocation(SourceFile? File, int Line, int Column)
{
    /// <summary>True for a value that was not written but is a default.</summary>
    public bool IsNone => File is null;

    /// <summary><c>file:line:column</c>.</summary>
    public override string ToString() => $"{Excerpt.Printable(File?.Path ?? "")}:{Line}:{Column}";
}
