using System.Reflection;
using System.Text;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Testing;

/// <summary>Any value of any type the encoding knows, from a seed. Structures are filled property by property.</summary>
internal sealed class RandomValues(int seed)
{
    private const int MaxDepth = 3;
    private static readonly Type[] Structures =
    [
        .. typeof(IUaStructure)
            .Assembly.GetTypes()
            .Where(t =>
                t is { IsClass: true, IsAbstract: false }
                && typeof(IUaStructure).IsAssignableFrom(t)
                && t.GetProperty("RequestHeader") is null
                && t.GetProperty("ResponseHeader") is null
            )
            .OrderBy(t => t.Name, StringComparer.Ordinal),
    ];

    private readonly Random _random = new(seed);
    private int _depth;

    public Variant Variant()
    {
        var type = (BuiltInType)_random.Next(0, _depth < MaxDepth ? 25 : 15);
        if (type != BuiltInType.Null && (type == BuiltInType.Variant || _random.Next(4) == 0))
            return ArrayVariant(type);
        return type switch
        {
            BuiltInType.Null => default,
            BuiltInType.Boolean => S7OpcBridge.OpcUa.Variant.From(_random.Next(2) == 1),
            BuiltInType.SByte => new Variant(type, (sbyte)Number()),
            BuiltInType.Byte => new Variant(type, (byte)Number()),
            BuiltInType.Int16 => new Variant(type, (short)Number()),
            BuiltInType.UInt16 => new Variant(type, (ushort)Number()),
            BuiltInType.Int32 => new Variant(type, (int)Number()),
            BuiltInType.UInt32 or BuiltInType.Float or BuiltInType.StatusCode => new Variant(type, (uint)Number()),
            BuiltInType.DateTime => new Variant(type, Time()),
            BuiltInType.Int64 or BuiltInType.UInt64 or BuiltInType.Double => new Variant(type, Number()),
            _ => new Variant(type, 0, Any(Held(type), type)),
        };
    }

    public DataValue DataValue() =>
        new(Maybe() ? Variant() : default, (uint)(Maybe() ? Number() : 0), Maybe() ? Time() : 0, Maybe() ? Time() : 0);

    public ExtensionObject? ExtensionObject()
    {
        _depth++;
        var value = _random.Next(_depth > MaxDepth ? 3 : 5) switch
        {
            0 => null,
            1 => new ExtensionObject(new NodeId(7, (uint)_random.Next()), Bytes()),
            2 => new ExtensionObject(new NodeId(7, Text()), Maybe() ? Text() : null),
            _ => S7OpcBridge.OpcUa.ExtensionObject.From((IUaStructure)Structure(Structures[_random.Next(Structures.Length)])),
        };
        _depth--;
        return value;
    }

    public DiagnosticInfo? DiagnosticInfo()
    {
        if (_depth > MaxDepth || Maybe())
            return null;
        _depth++;
        var info = new DiagnosticInfo
        {
            SymbolicId = Maybe() ? (int)Number() : null,
            NamespaceUri = Maybe() ? (int)Number() : null,
            Locale = Maybe() ? (int)Number() : null,
            LocalizedText = Maybe() ? (int)Number() : 1,
            AdditionalInfo = Maybe() ? Text() : null,
            InnerStatusCode = Maybe() ? new StatusCode((uint)Number()) : null,
            InnerDiagnosticInfo = DiagnosticInfo(),
        };
        _depth--;
        return info;
    }

    public object Structure(Type type)
    {
        _depth++;
        var structure = Activator.CreateInstance(type)!;
        foreach (var property in type.GetProperties(BindingFlags.Public | BindingFlags.Instance))
        {
            if (property.CanWrite)
                property.SetValue(structure, Any(property.PropertyType, BuiltInType.Null));
        }

        _depth--;
        return structure;
    }

    /// <summary>A value as <see cref="S7OpcBridge.OpcUa.Variant"/> holds it.</summary>
    public object? Any(Type type, BuiltInType builtIn) =>
        type switch
        {
            _ when type.IsArray && type != typeof(byte[]) => Elements(type.GetElementType()!, builtIn),
            _ when type == typeof(byte[]) && builtIn == BuiltInType.Byte => Elements(typeof(byte), builtIn),
            _ when type == typeof(byte[]) => Bytes(),
            _ when type == typeof(string) => Maybe() ? Text() : null,
            _ when type == typeof(long) => Time(),
            _ when type == typeof(bool) => Maybe(),
            _ when type == typeof(double) => BitConverter.Int64BitsToDouble(Number()),
            _ when type == typeof(float) => BitConverter.Int32BitsToSingle((int)Number()),
            _ when type.IsEnum => Enum.ToObject(type, (int)Number()),
            _ when type == typeof(StatusCode) => new StatusCode((uint)Number()),
            _ when type.IsPrimitive => Primitive(type),
            _ when type == typeof(Guid) => GuidOf(),
            _ when type == typeof(NodeId) => NodeId(),
            _ when type == typeof(ExpandedNodeId) => Maybe()
                ? new ExpandedNodeId(NodeId(), null, (uint)_random.Next(3))
                : new ExpandedNodeId(NodeId().In(0), Text()),
            _ when type == typeof(QualifiedName) => new QualifiedName((ushort)Number(), Maybe() ? Text() : null),
            _ when type == typeof(LocalizedText) => new LocalizedText(Maybe() ? Text() : null, Maybe() ? "de" : null),
            _ when type == typeof(ExtensionObject) => ExtensionObject(),
            _ when type == typeof(DataValue) => DataValue(),
            _ when type == typeof(Variant) => Variant(),
            _ when type == typeof(DiagnosticInfo) => DiagnosticInfo(),
            _ => Structure(type),
        };

    private Variant ArrayVariant(BuiltInType type)
    {
        if (type == BuiltInType.Variant && _depth >= MaxDepth)
            return default;
        _depth++;
        var held = type == BuiltInType.Byte ? typeof(byte) : Held(type);
        var elements = Maybe() ? Elements(held, type) : Elements(held, type, 6);
        _depth--;
        return new Variant(type, 0, elements, isArray: true, elements.Length == 6 ? [3, 2] : null);
    }

    private Array Elements(Type type, BuiltInType builtIn, int? count = null)
    {
        var elements = Array.CreateInstance(type, count ?? _random.Next(_depth > MaxDepth ? 2 : 5));
        for (var i = 0; i < elements.Length; i++)
            elements.SetValue(Any(type, builtIn), i);
        return elements;
    }

    private static Type Held(BuiltInType type) =>
        type switch
        {
            BuiltInType.Boolean => typeof(bool),
            BuiltInType.SByte => typeof(sbyte),
            BuiltInType.Byte => typeof(byte),
            BuiltInType.Int16 => typeof(short),
            BuiltInType.UInt16 => typeof(ushort),
            BuiltInType.Int32 => typeof(int),
            BuiltInType.UInt32 or BuiltInType.StatusCode => typeof(uint),
            BuiltInType.Int64 or BuiltInType.DateTime => typeof(long),
            BuiltInType.UInt64 => typeof(ulong),
            BuiltInType.Float => typeof(float),
            BuiltInType.Double => typeof(double),
            BuiltInType.String or BuiltInType.XmlElement => typeof(string),
            BuiltInType.Guid => typeof(Guid),
            BuiltInType.ByteString => typeof(byte[]),
            _ => typeof(Variant).Assembly.GetType("S7OpcBridge.OpcUa." + type)!,
        };

    private object Primitive(Type type) =>
        Type.GetTypeCode(type) switch
        {
            TypeCode.SByte => (sbyte)Number(),
            TypeCode.Byte => (byte)Number(),
            TypeCode.Int16 => (short)Number(),
            TypeCode.UInt16 => (ushort)Number(),
            TypeCode.Int32 => (int)Number(),
            TypeCode.UInt32 => (uint)Number(),
            TypeCode.UInt64 => (ulong)Number(),
            var code => throw new NotSupportedException(code.ToString()),
        };

    private NodeId NodeId() =>
        _random.Next(4) switch
        {
            0 => new NodeId((ushort)_random.Next(300), (uint)(Number() >> _random.Next(32))),
            1 => new NodeId((ushort)_random.Next(3), Text()),
            2 => new NodeId((ushort)_random.Next(3), GuidOf()),
            _ => new NodeId((ushort)_random.Next(3), Bytes()),
        };

    private Guid GuidOf() => new(Enumerable.Range(0, 16).Select(_ => (byte)Number()).ToArray());

    private bool Maybe() => _random.Next(2) == 0;

    // Borders as often as anything else.
    private long Number() =>
        _random.Next(6) switch
        {
            0 => 0,
            1 => -1,
            2 => long.MaxValue,
            3 => long.MinValue,
            _ => _random.NextInt64(long.MinValue, long.MaxValue),
        };

    private long Time() => UaTime.Clamp(Number());

    private byte[] Bytes()
    {
        var bytes = new byte[_random.Next(20)];
        _random.NextBytes(bytes);
        return bytes;
    }

    private string Text()
    {
        var text = new StringBuilder();
        for (var i = _random.Next(8); i > 0; i--)
            text.Append(char.ConvertFromUtf32(CodePoint()));
        return text.ToString();
    }

    private int CodePoint() =>
        _random.Next(3) switch
        {
            0 => _random.Next(0, 128),
            1 => _random.Next(128, 0xD800),
            _ => _random.Next(0x10000, 0x110000),
        };
}
