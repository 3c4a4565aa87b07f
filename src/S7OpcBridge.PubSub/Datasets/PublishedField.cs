using System.Collections.Immutable;
using System.Text.Encodings.Web;
using System.Text.Json;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.PubSub.Datasets;

/// <summary>A field of a dataset, as its metadata describes it (FieldMetaData, OPC 10000-14, 6.2.3.2.4).</summary>
internal sealed record PublishedField
{
    private readonly string _name = "";

    /// <summary>Name of the field, unique in its dataset.</summary>
    public required string Name
    {
        get => _name;
        init
        {
            _name = value;
            EncodedName = JsonEncodedText.Encode(value, JavaScriptEncoder.UnsafeRelaxedJsonEscaping);
        }
    }

    /// <summary>Identifies the field for as long as its tag keeps its node id (DataSetFieldId).</summary>
    public required Guid Id { get; init; }

    /// <summary>Type of the value, or of the elements.</summary>
    public required BuiltInType Type { get; init; }

    /// <summary>Node id of the data type; null: that of <see cref="Type"/>.</summary>
    public NodeId? DataType { get; init; }

    /// <summary>True for a one-dimensional array.</summary>
    public bool IsArray { get; init; }

    /// <summary>Elements of an array; 0: not known.</summary>
    public uint ArrayLength { get; init; }

    /// <summary>Most bytes of a String in UTF-8, or of a ByteString; 0: not known.</summary>
    public uint MaxStringLength { get; init; }

    /// <summary>The tag's description; null: none.</summary>
    public string? Description { get; init; }

    /// <summary>Its unit; null: none.</summary>
    public FieldUnit? Unit { get; init; }

    /// <summary>The usual values (EURange); null: not known.</summary>
    public FieldRange? Range { get; init; }

    /// <summary>What a client may write (InstrumentRange); null: not known.</summary>
    public FieldRange? Limits { get; init; }

    /// <summary>Names of its values (EnumValues); the value itself stays a number.</summary>
    public ImmutableArray<FieldState> States { get; init; } = [];

    /// <summary>Node id of the data type. Each built-in type is a data type with its own number in namespace 0.</summary>
    public NodeId DataTypeId => DataType ?? new NodeId(0, (uint)Type);

    /// <summary>-1: a scalar; 1: an array.</summary>
    public int ValueRank => IsArray ? 1 : -1;

    /// <summary>Whether the metadata tells more of it than its type.</summary>
    public bool HasProperties => Unit is not null || Range is not null || Limits is not null || States.Length > 0;

    /// <summary>The name, escaped for JSON.</summary>
    public JsonEncodedText EncodedName { get; private init; }
}

/// <summary>An engineering unit (EUInformation, OPC 10000-8, 5.6.3).</summary>
internal sealed record FieldUnit(string NamespaceUri, int UnitId, string Symbol, string Description);

/// <summary>A range of values, both ends included.</summary>
internal sealed record FieldRange(double Low, double High);

/// <summary>A value and its name.</summary>
internal sealed record FieldState(long Value, string Name);
