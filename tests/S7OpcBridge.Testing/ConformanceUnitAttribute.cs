using NUnit.Framework;

namespace S7OpcBridge.Testing;

/// <summary>
/// The test would fail if this conformance unit of OPC 10000-7 were broken. docs/internals/conformance.md is made from these; <c>dotnet test --filter
/// "ConformanceUnit=View Basic"</c> runs those of one unit.
/// </summary>
/// <param name="unit">Title of the unit, as OPC 10000-7 (1.04) has it.</param>
[AttributeUsage(AttributeTargets.Method, AllowMultiple = true)]
public sealed class ConformanceUnitAttribute(string unit) : PropertyAttribute(unit);
