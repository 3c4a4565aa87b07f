using System.Collections;
using System.Reflection;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Server.Conditions;
using S7OpcBridge.OpcUa.Server.Management;

namespace S7OpcBridge.OpcUa.Server.Tests.ClientMemory;

/// <summary>
/// The fields that may hold what a client has sent, of a type and of all types that its fields lead to. Types that all clients share end the walk.
/// </summary>
internal sealed class KeptFields
{
    private static readonly Assembly[] Ours =
    [
        typeof(UaServer).Assembly,
        typeof(ConditionSet).Assembly,
        typeof(ConfigurationExtension).Assembly,
        typeof(ChannelLimits).Assembly,
        typeof(Variant).Assembly,
        typeof(KeptFields).Assembly,
    ];

    // Values whose size the client chooses. A structure of the standard is one, whatever it contains.
    private static readonly Type[] Sized =
    [
        typeof(object),
        typeof(string),
        typeof(Variant),
        typeof(DataValue),
        typeof(ExtensionObject),
        typeof(DiagnosticInfo),
        typeof(NodeId),
        typeof(ExpandedNodeId),
        typeof(QualifiedName),
        typeof(LocalizedText),
        typeof(MessageBuffer),
    ];

    private readonly HashSet<Type> _seen = [];
    private readonly HashSet<Type> _shared;

    private KeptFields(IEnumerable<Type> shared) => _shared = [.. shared];

    /// <summary>Names of the fields, as Type.Field.</summary>
    public SortedSet<string> Names { get; } = new(StringComparer.Ordinal);

    /// <summary>Walks from some types to all that they lead to.</summary>
    /// <param name="from">Where the walk begins.</param>
    /// <param name="shared">Where it ends.</param>
    public static KeptFields Of(IEnumerable<Type> from, IEnumerable<Type> shared)
    {
        var walk = new KeptFields(shared);
        foreach (var type in from)
            walk.Walk(type);
        return walk;
    }

    private void Walk(Type type)
    {
        if (type.IsGenericType)
            type = type.GetGenericTypeDefinition();
        if (type.IsEnum || !Ours.Contains(type.Assembly) || _shared.Contains(type) || !_seen.Add(type))
            return;
        foreach (var derived in type.Assembly.GetTypes().Where(other => other.BaseType == type))
            Walk(derived);
        if (type.BaseType is { } parent)
            Walk(parent);
        foreach (
            var field in type.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly)
        )
            Look(type, field);
    }

    private void Look(Type owner, FieldInfo field)
    {
        foreach (var part in typeof(Delegate).IsAssignableFrom(field.FieldType) ? [] : PartsOf(field.FieldType))
        {
            if (IsSized(part))
                Names.Add($"{owner.Name}.{NameOf(field)}");
            else
                Walk(part);
        }
    }

    // A list is a field of a size that the client chooses, and leads to what is in it.
    private static IEnumerable<Type> PartsOf(Type type)
    {
        yield return type;
        if (type.HasElementType)
        {
            foreach (var part in PartsOf(type.GetElementType()!))
                yield return part;
        }

        foreach (var part in type.IsGenericType ? type.GetGenericArguments().SelectMany(PartsOf) : [])
            yield return part;
    }

    private static bool IsSized(Type type) =>
        Sized.Contains(type)
        || type.IsArray
        || type.Assembly == typeof(Variant).Assembly && typeof(IUaStructure).IsAssignableFrom(type)
        || !Ours.Contains(type.Assembly) && typeof(IEnumerable).IsAssignableFrom(type);

    // <Name>k__BackingField of a property, <name>P of a constructor's parameter.
    private static string NameOf(FieldInfo field) => field.Name.StartsWith('<') ? field.Name[1..field.Name.IndexOf('>')] : field.Name;
}
