using System.CommandLine;

namespace S7OpcBridge.Benchmarks;

/// <summary>Numbers that make no measurement are told before one is begun.</summary>
internal static class OptionRange
{
    /// <summary>The option takes nothing below this.</summary>
    public static Option<T> AtLeast<T>(this Option<T> option, T least)
        where T : IComparable<T>
    {
        option.Validators.Add(result =>
        {
            if (result.GetValueOrDefault<T>() is { } value && value.CompareTo(least) < 0)
                result.AddError($"{option.Name} {value} is too little; write {least} or more.");
        });
        return option;
    }
}
