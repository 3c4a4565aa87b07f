namespace S7OpcBridge.Import.TiaProjects;

/// <summary>The type model that a project carries: which types there are, and which attributes their objects store where.</summary>
internal sealed class PlfModel
{
    private readonly Dictionary<uint, PlfLayout> _layouts = [];

    /// <summary>Types of objects by the id that is stored in blocks.</summary>
    public Dictionary<uint, PlfType> Types { get; } = [];

    /// <summary>The same by their full name.</summary>
    public Dictionary<string, PlfType> TypesByName { get; } = new(StringComparer.Ordinal);

    /// <summary>Sets of attributes by their full name.</summary>
    public Dictionary<string, PlfAttributeSet> Sets { get; } = new(StringComparer.Ordinal);

    /// <summary>Names of relations by their id.</summary>
    public Dictionary<uint, string> Relations { get; } = [];

    /// <summary>Base types of enumerations by their full name.</summary>
    public Dictionary<string, PlfEnumeration> Enumerations { get; } = new(StringComparer.Ordinal);

    /// <summary>Elements of structures by their full name.</summary>
    public Dictionary<string, PlfStructure> Structures { get; } = new(StringComparer.Ordinal);

    /// <summary>Types of the elements of arrays by the array's full name.</summary>
    public Dictionary<string, string> Arrays { get; } = new(StringComparer.Ordinal);

    /// <summary>Where objects of a type store their attributes, worked out once.</summary>
    public PlfLayout LayoutOf(PlfType type)
    {
        if (!_layouts.TryGetValue(type.Id, out var layout))
            _layouts.Add(type.Id, layout = PlfLayout.For(this, type));
        return layout;
    }

    /// <summary>True where a type is the named one or derives from it.</summary>
    /// <param name="name">The name without its namespace, which differs from version to version.</param>
    public bool Is(PlfType type, string name) => LayoutOf(type).Names.Contains(name);

    /// <summary>The kind of a value.</summary>
    /// <param name="space">The namespace in which the type is named.</param>
    /// <param name="type">The type as it is written there.</param>
    public PlfField FieldOf(string space, string type)
    {
        var kind = type switch
        {
            "xs:boolean" or "xs:unsignedByte" or "xs:byte" => PlfKind.Byte,
            "xs:short" or "xs:ushort" or "xs:unsignedShort" or "pe:CharT" => PlfKind.Word,
            "xs:int" or "xs:uint" or "xs:unsignedInt" or "xs:float" => PlfKind.DWord,
            "xs:long" or "xs:ulong" or "xs:unsignedLong" or "xs:double" or "xs:dateTime" => PlfKind.LWord,
            "pe:GuidT" => PlfKind.Guid,
            "xs:string" => PlfKind.Text,
            "pe:BlobT" or "pe:XmlT" or "pe:MapT" => PlfKind.Blob,
            "pe:CoreTextAttributeT" => PlfKind.Texts,
            _ => (PlfKind?)null,
        };
        if (kind is { } simple)
            return new PlfField(simple, "");
        var name = $"{space}.{type}";
        if (!Knows(name))
            name = type;
        if (Enumerations.TryGetValue(name, out var enumeration))
            return new PlfField(FieldOf("", enumeration.Base).Kind is <= PlfKind.LWord and var size ? size : PlfKind.DWord, name);
        return Structures.ContainsKey(name) ? new PlfField(PlfKind.Structure, name)
            : Arrays.ContainsKey(name) ? new PlfField(PlfKind.Array, name)
            : new PlfField(PlfKind.Relation, name);
    }

    private bool Knows(string name) =>
        Enumerations.ContainsKey(name) || Structures.ContainsKey(name) || Arrays.ContainsKey(name) || TypesByName.ContainsKey(name);
}

/// <summary>How a value is stored: with its own size, or as an offset to it.</summary>
internal enum PlfKind
{
    Byte,
    Word,
    DWord,
    LWord,
    Guid,
    Text,
    Blob,
    Texts,
    Structure,
    Array,

    /// <summary>The value is another object, stored as a relation.</summary>
    Relation,
}

/// <summary>The kind of a value and the full name of its type, where the model declares it.</summary>
internal readonly record struct PlfField(PlfKind Kind, string Type)
{
    /// <summary>Bytes that it takes in the fixed part.</summary>
    public int Size =>
        Kind switch
        {
            PlfKind.Byte => 1,
            PlfKind.Word => 2,
            PlfKind.LWord => 8,
            PlfKind.Guid => 16,
            PlfKind.Relation => 0,
            _ => 4,
        };
}

/// <summary>A type of objects.</summary>
/// <param name="Id">Its id in blocks.</param>
/// <param name="Name">Its name without namespace.</param>
internal sealed record PlfType(uint Id, string Name)
{
    /// <summary>Full names of the types that it derives from.</summary>
    public List<string> Bases { get; } = [];

    /// <summary>Full names of its attribute sets, each with the attributes that the type declares constant or not; constant ones are not stored.</summary>
    public List<(string Set, Dictionary<string, bool> Constants)> Sets { get; } = [];
}

/// <summary>A set of attributes.</summary>
/// <param name="Space">Its namespace.</param>
/// <param name="Name">Its name without namespace.</param>
/// <param name="IsExpando">True: objects name attributes of their own in it.</param>
internal sealed record PlfAttributeSet(string Space, string Name, bool IsExpando)
{
    /// <summary>Its attributes as declared, which is the order in which they are stored.</summary>
    public List<(string Name, string Type, bool IsConstant, bool IsIntrinsic)> Attributes { get; } = [];
}

/// <summary>An enumeration: the type of its numbers, and their names.</summary>
internal sealed record PlfEnumeration(string Base)
{
    public Dictionary<long, string> Names { get; } = [];
}

/// <summary>A structure: its namespace and elements in order.</summary>
internal sealed record PlfStructure(string Space)
{
    public List<(string Name, string Type)> Elements { get; } = [];
}
