namespace S7OpcBridge.Map.YamlTrees;

/// <summary>What stands at a place of a YAML text.</summary>
internal enum NodeKind : byte
{
    Scalar,
    Mapping,
    Sequence,
    Alias,
}

/// <summary>How it is written.</summary>
[Flags]
internal enum NodeMarks : byte
{
    None = 0,

    /// <summary>A mapping or sequence in braces or brackets.</summary>
    Flow = 1,

    /// <summary>It has an anchor, a tag or an explicit form that edits do not touch.</summary>
    Special = 2,

    /// <summary>A scalar without quotes.</summary>
    Plain = 4,

    /// <summary>A scalar in single quotes.</summary>
    Single = 8,

    /// <summary>A scalar in double quotes.</summary>
    Double = 16,

    /// <summary>A scalar that begins with <c>|</c> or <c>&gt;</c>.</summary>
    Block = 32,
}

/// <summary>A node of a YAML text with its extent. Nodes stand in the order of the text; those inside follow at once.</summary>
/// <param name="Start">Its first character; of an empty scalar, where its text would begin.</param>
/// <param name="End">Behind its last character, without blanks, comments and line ends that follow.</param>
/// <param name="Size">Nodes with those inside.</param>
/// <param name="Kind">What it is.</param>
/// <param name="Marks">How it is written.</param>
internal readonly record struct TextNode(int Start, int End, int Size, NodeKind Kind, NodeMarks Marks)
{
    public bool IsFlow => (Marks & NodeMarks.Flow) != 0;

    public bool IsSpecial => (Marks & NodeMarks.Special) != 0;

    /// <summary>A scalar without any text, as in <c>key:</c>.</summary>
    public bool IsNothing => Kind == NodeKind.Scalar && Start == End;

    public bool IsCollection => Kind is NodeKind.Mapping or NodeKind.Sequence;
}
