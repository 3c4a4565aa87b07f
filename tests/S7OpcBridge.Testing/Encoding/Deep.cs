using System.Collections;
using System.Reflection;
using NUnit.Framework;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Testing;

/// <summary>Equality by content, for structures and values that have none of their own. NaN equals itself.</summary>
internal static class Deep
{
    public static void AssertEqual(object? actual, object? expected)
    {
        if (Difference(actual, expected, "value") is { } difference)
            Assert.Fail(difference);
    }

    private static string? Difference(object? a, object? b, string path)
    {
        if (a is null || b is null || a.GetType() != b.GetType())
            return a is null && b is null ? null : $"{path}: {a ?? "null"} instead of {b ?? "null"}";
        var type = a.GetType();
        if (a is IList list)
            return Lists(list, (IList)b, path);
        if (type.IsPrimitive || type.IsEnum || a is string or Guid or StatusCode)
            return a.Equals(b) ? null : $"{path}: {a} instead of {b}";
        foreach (var property in type.GetProperties(BindingFlags.Public | BindingFlags.Instance))
        {
            if (Difference(property.GetValue(a), property.GetValue(b), $"{path}.{property.Name}") is { } difference)
                return difference;
        }

        return null;
    }

    private static string? Lists(IList a, IList b, string path)
    {
        if (a.Count != b.Count)
            return $"{path}: {a.Count} elements instead of {b.Count}";
        for (var i = 0; i < a.Count; i++)
        {
            if (Difference(a[i], b[i], $"{path}[{i}]") is { } difference)
                return difference;
        }

        return null;
    }
}
